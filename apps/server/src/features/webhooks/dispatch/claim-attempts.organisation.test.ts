import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../../context.ts';
import { deliverInLanes } from '../../../testing/deliver-in-lanes.ts';
import { dropDeliveries } from '../../../testing/drop-deliveries.ts';
import { openWorkers } from '../../../testing/open-workers.ts';
import { publishTestEvent } from '../../../testing/publish-test-event.ts';
import { seedWebhookEndpoint } from '../../../testing/seed-webhook-endpoint.ts';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';
import { waitForLock } from '../../../testing/wait-for-lock.ts';
import { claimAttempts, organisationCapOf, type ClaimedAttempt } from './claim-attempts.ts';
import { endLostAttempts } from './end-lost-attempts.ts';
import { judgeAttempt } from '@field-inspection/rules';
import { recordAttempt } from './record-attempt.ts';
import { sweepDeliveries } from './sweep-deliveries.job.ts';

const CAP = 16;
const PERMITS = 64;

type Tenant = { organisationId: string; client: WebhookServer['client']; receiver: WebhookReceiver };

let server: WebhookServer;
let context: Context;
/** Stand-ins for other processes: each has connections of its own. */
let workers: Context[];
let crowd: Tenant;
let neighbour: Tenant;

beforeAll(async () => {
  server = await startWebhookServer({ WORKER_CONCURRENCY: '16' });
  context = server.context;
  workers = openWorkers(server, 3);
});
afterAll(async () => {
  await Promise.all(workers.map(({ database }) => database.close()));
  await server.close();
});
beforeEach(async () => {
  crowd = await server.openTenant();
  neighbour = await server.openTenant();
  await openEndpoints(neighbour, 1);
});
afterEach(async () => {
  for (const { organisationId } of [crowd, neighbour]) await dropDeliveries(context, organisationId);
});

const openEndpoints = async ({ organisationId, receiver }: Tenant, count: number) => {
  for (let index = 0; index < count; index++) {
    await seedWebhookEndpoint(context, { organisationId, url: receiver.url });
  }
};
const publish = async ({ organisationId }: Tenant, count: number) => {
  for (let event = 0; event < count; event++) {
    server.clock.advance(1);
    await publishTestEvent(context, organisationId);
  }
};
const claim = async (permits = PERMITS, worker = context) => (await claimAttempts(worker, permits)).attempts;
const claimAll = async (worker = context) => {
  const claimed: ClaimedAttempt[] = [];
  for (let looks = 1; ; looks++) {
    const { attempts, nextLookAt } = await claimAttempts(worker, PERMITS);
    claimed.push(...attempts);
    const isMore = attempts.length > 0 || (nextLookAt !== null && nextLookAt <= context.clock.now());
    if (!isMore) return { claimed, looks };
  }
};
const ownersOf = (attempts: ClaimedAttempt[]) => attempts.map(({ organisation_id }) => organisation_id);
const countLeases = ({ organisationId }: Tenant) =>
  context.database.prisma.leasedAttempt.count({ where: { organisation_id: organisationId } });
const countWaits = ({ organisationId }: Tenant) =>
  context.database.prisma.waitingEndpoint.count({ where: { organisation_id: organisationId } });
const countWakes = () => context.database.prisma.dueEndpoint.count();
const record = (attempt: ClaimedAttempt, worker = context) => {
  const now = context.clock.now();
  const outcome = { ok: true, status: 200, bodyExcerpt: '', headers: {}, durationMs: 1 } as const;
  const verdict = judgeAttempt(outcome, { delivery: attempt, delaysMs: [], now });
  return recordAttempt(worker, { attempt, verdict, receiver: { health: 'well', disabledFor: null }, now });
};

describe('organisationCapOf', () => {
  test.each([
    [1, 2],
    [2, 2],
    [8, 8],
    [32, 32],
  ])('a worker that runs %i jobs at once gives one organisation %i of its permits', (concurrency, cap) => {
    expect(organisationCapOf(concurrency)).toBe(cap);
    expect(cap).toBeLessThan(4 * concurrency);
  });
});

describe('an organisation with 40 endpoints that hang and 10 events', () => {
  beforeEach(async () => {
    await openEndpoints(crowd, 40);
    await publish(crowd, 10);
  });

  test('has at most its cap of attempts under way, and the very next look claims what a neighbour sends', async () => {
    expect((await claimAll()).claimed).toHaveLength(CAP);
    expect([await countLeases(crowd), await countWakes()]).toEqual([CAP, 0]);
    await publish(neighbour, 1);
    expect(ownersOf(await claim(1))).toEqual([neighbour.organisationId]);
  });

  test('takes no permit from a neighbour who comes after it, though nobody has looked at its own yet', async () => {
    await publish(neighbour, 1);
    const owners = ownersOf(await claim());
    expect(owners).toContain(neighbour.organisationId);
    expect(owners.length).toBeLessThanOrEqual(CAP + 1);
  });

  test('gives every second permit to a neighbour, when there is one at a time', async () => {
    await publish(neighbour, 2);
    const owners: string[] = [];
    for (let permit = 0; permit < 4; permit++) owners.push(...ownersOf(await claim(1)));
    expect(owners.map((owner) => owner === neighbour.organisationId)).toEqual([false, true, false, true]);
  });

  test('costs the next looks nothing while it waits', async () => {
    const { looks } = await claimAll();
    expect(looks).toBeLessThan(10);
    const waits = await countWaits(crowd);
    expect(await claimAttempts(context, PERMITS)).toEqual({ attempts: [], nextLookAt: null });
    expect(await countWaits(crowd)).toBe(waits);
  });

  test('is left alone by the sweep until it has permits', async () => {
    await claimAll();
    server.clock.advance(60_000);
    await sweepDeliveries.run(context, {});
    expect(await countWakes()).toBe(0);
    await context.database.pool.query('delete from webhook_leased_attempts');
    await sweepDeliveries.run(context, {});
    expect(await countWakes()).toBe(40);
  });

  test('is told that what waits for its other attempts is parked, and so are the metrics', async () => {
    await claimAll();
    const { rows } = await context.database.pool.query<{ id: string }>(
      `
      select id from webhook_deliveries d
      where organisation_id = $1
        and not exists (select from webhook_leased_attempts l where l.endpoint_id = d.endpoint_id)
      limit 1
      `,
      [crowd.organisationId],
    );
    const explanation = await crowd.client.webhookEvents.explain(rows[0]!.id);
    expect(explanation.state).toBe('parked');
    expect(explanation.reason).toContain(`together have ${CAP} attempts under way and may have ${CAP}`);
    await publish(neighbour, 1);
    server.clock.advance(5_000);
    const headers = { authorization: 'Bearer test-metrics-token' };
    const text = await (await fetch(`${server.baseUrl}/metrics`, { headers })).text();
    expect(text).toContain('webhook_queue_depth{state="due"} 1');
    expect(text).toContain(`webhook_queue_depth{state="parked"} ${400 - CAP}`);
    expect(text).toContain('webhook_oldest_due_age_seconds 5');
  });

  test('goes on with one when one of its attempts ends, and with no more', async () => {
    const { claimed } = await claimAll();
    for (const attempt of claimed.slice(0, 3)) {
      expect(await record(attempt)).toBe(true);
      expect(ownersOf((await claimAll()).claimed)).toEqual([crowd.organisationId]);
      expect(await countLeases(crowd)).toBe(CAP);
    }
  });

  test('goes on when the worker that held its permits is dead', async () => {
    await claimAll();
    await context.database.pool.query('update webhook_leased_attempts set lease_until = clock_timestamp()');
    await endLostAttempts(context);
    expect((await claimAll()).claimed).toHaveLength(CAP);
  });

  test('never exceeds its cap, with three that claim at once', async () => {
    for (let round = 0; round < 5; round++) {
      const claims = await Promise.all(
        workers.flatMap((worker) => [claim(7, worker), claim(PERMITS, worker)]),
      );
      const more = await Promise.all(workers.map((worker) => claimAll(worker)));
      const attempts = [...claims.flat(), ...more.flatMap(({ claimed }) => claimed)];
      expect([attempts.length, await countLeases(crowd)]).toEqual([CAP, CAP]);
      await Promise.all(attempts.map((attempt, index) => record(attempt, workers[index % 3])));
    }
  });

  test('has its callbacks counted with its endpoints', async () => {
    const { id } = await crowd.client.sessions.create({});
    await context.database.pool.query(
      `
      update webhook_endpoints set session_id = $2, secret_sealed = '', event_types = '{session.created}'
      where organisation_id = $1 and id in (
        select id from webhook_endpoints where organisation_id = $1 order by id limit 36
      )
      `,
      [crowd.organisationId, id],
    );
    const { claimed } = await claimAll();
    expect(claimed).toHaveLength(CAP);
    expect(claimed.filter(({ session_id }) => session_id !== null).length).toBeGreaterThan(CAP / 2);
  });
});

describe('several worker processes', () => {
  test('that wait for an organisation see the permits that were taken meanwhile', async () => {
    await openEndpoints(crowd, 12);
    await publish(crowd, 1);
    const first = await context.database.pool.connect();
    await first.query('begin');
    const claiming = { ...context, database: { ...context.database, pool: first } as never };
    expect(await claim(PERMITS, claiming)).toHaveLength(12);
    await openEndpoints(crowd, 12);
    await publish(crowd, 1);
    const second = claim(PERMITS, workers[0]);
    await waitForLock(context);
    await first.query('commit');
    first.release();
    expect(await second).toHaveLength(CAP - 12);
  });

  test('lose no permit that is made while another holds an endpoint back', async () => {
    await openEndpoints(crowd, CAP);
    await publish(crowd, 1);
    const { claimed } = await claimAll();
    expect([claimed.length, await countWaits(crowd)]).toEqual([CAP, 0]);
    await publish(crowd, 1);
    const first = await context.database.pool.connect();
    await first.query('begin');
    const holding = { ...context, database: { ...context.database, pool: first } as never };
    const held = await claimAttempts(holding, PERMITS);
    expect(await record(claimed[0]!, workers[0])).toBe(true);
    // The record's worker looks, too, but does not see the endpoint that is held back.
    expect(await claim(PERMITS, workers[0])).toEqual([]);
    await first.query('commit');
    first.release();
    expect(held).toEqual({ attempts: [], nextLookAt: context.clock.now() });
    expect(await claim()).toHaveLength(1);
  });

  test('deliver everything of a crowd, each once and never more than its cap at a time, without the help of a sweep', async () => {
    await openEndpoints(crowd, 24);
    await publish(crowd, 5);
    let underWay = 0;
    let most = 0;
    crowd.receiver.answer(async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setTimeout(resolve, 5));
      underWay -= 1;
      return { status: 200 };
    });
    await deliverInLanes(Array.from({ length: 24 }, (_, index) => workers[index % 3]!));
    expect(crowd.receiver.deliveries).toHaveLength(120);
    const numbers = crowd.receiver.deliveries.map(({ headers }) => headers['svc-delivery-attempt']);
    expect(new Set(numbers)).toEqual(new Set(['1']));
    expect(most).toBeLessThanOrEqual(CAP);
    expect([await countLeases(crowd), await countWaits(crowd), await countWakes()]).toEqual([0, 0, 0]);
  });
});
