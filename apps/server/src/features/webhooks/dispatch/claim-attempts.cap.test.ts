import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../../context.ts';
import { deliverInLanes } from '../../../testing/deliver-in-lanes.ts';
import { dropDeliveries } from '../../../testing/drop-deliveries.ts';
import { openWorkers } from '../../../testing/open-workers.ts';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';
import {
  startWebhookServer,
  type Reply,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';
import { waitForLock } from '../../../testing/wait-for-lock.ts';
import { capOf, claimAttempts, type ClaimedAttempt } from './claim-attempts.ts';
import { deliverAttempt } from './deliver-attempt.ts';
import { endLostAttempts } from './end-lost-attempts.ts';
import { judgeAttempt } from '@field-inspection/rules';
import { recordAttempt } from './record-attempt.ts';

const CAP = 2;

let server: WebhookServer;
let context: Context;
let receiver: WebhookReceiver;
let client: WebhookServer['client'];
let organisationId: string;
let endpointId: string;
/** Stand-ins for other processes: each has connections of its own. */
let workers: Context[];

beforeAll(async () => {
  server = await startWebhookServer({ WORKER_CONCURRENCY: '16' });
  context = server.context;
  workers = openWorkers(server, 4);
});
afterAll(async () => {
  await Promise.all(workers.map(({ database }) => database.close()));
  await server.close();
});
beforeEach(async () => {
  receiver = await server.openReceiver();
  const seed = await seedOrganisation(context);
  organisationId = seed.organisationId;
  client = server.clientOf(seed.apiKey);
  endpointId = (await client.webhookEndpoints.create({ url: receiver.url })).id;
});

afterEach(() => dropDeliveries(context, organisationId));

const fire = async (count: number, endpoint = endpointId): Promise<string[]> => {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    server.clock.advance(1);
    ids.push((await client.webhookEndpoints.test(endpoint)).id);
  }
  return ids;
};
const claim = async (permits = 20, worker = context) => (await claimAttempts(worker, permits)).attempts;
const deliver = (attempt: ClaimedAttempt) => deliverAttempt(context, attempt);
const recordSuccess = (attempt: ClaimedAttempt, now: Date) => {
  const answer = { ok: true, status: 200, bodyExcerpt: '', durationMs: 1 } as const;
  const outcome = { ...answer, headers: {} };
  const verdict = judgeAttempt(outcome, { delivery: attempt, delaysMs: [], now });
  const receiver = { health: 'well', disabledFor: null } as const;
  return recordAttempt(context, { attempt, verdict, receiver, now });
};
const idsOf = (attempts: ClaimedAttempt[]) => attempts.map(({ delivery_id }) => delivery_id);
const loseLeases = async (...ids: string[]) => {
  await context.database.pool.query(
    'update webhook_leased_attempts set lease_until = clock_timestamp() where delivery_id = any ($1)',
    [ids],
  );
  await endLostAttempts(context);
};
const countWakes = () =>
  context.database.prisma.dueEndpoint.count({ where: { organisation_id: organisationId } });
const readWaiting = async () => {
  const where = { organisation_id: organisationId };
  const leases = await context.database.prisma.leasedAttempt.findMany({ where });
  const rows = await context.database.prisma.queuedDelivery.findMany({ where, orderBy: { sequence: 'asc' } });
  const held = new Set(leases.map(({ delivery_id }) => delivery_id));
  return rows.map(({ delivery_id }) => delivery_id).filter((id) => !held.has(id));
};
const countDelivered = () =>
  context.database.prisma.webhookDelivery.count({
    where: { organisation_id: organisationId, status: 'delivered' },
  });

/** Every request waits until the test has it answered. */
const holdAnswers = () => {
  const held: (() => void)[] = [];
  let most = 0;
  receiver.answer(
    () =>
      new Promise<Reply>((resolve) => {
        held.push(() => resolve({ status: 200 }));
        most = Math.max(most, held.length);
      }),
  );
  return {
    held,
    most: () => most,
    until: (count: number) => expect.poll(() => held.length).toBe(count),
    releaseOne: () => held.shift()!(),
  };
};

describe('capOf', () => {
  test.each([
    [1, 2],
    [16, 2],
    [23, 2],
    [24, 3],
    [32, 4],
    [64, 8],
  ])('a worker that runs %i jobs at once gives one endpoint %i', (concurrency, cap) => {
    expect(capOf(concurrency)).toBe(cap);
  });
});

describe('an endpoint', () => {
  test('has at most its cap of attempts under way; what is beyond is parked and has no job', async () => {
    const ids = await fire(10);
    const receiving = holdAnswers();
    const attempts = await claim();
    expect(idsOf(attempts)).toEqual(ids.slice(0, CAP));
    const runs = attempts.map(deliver);
    await receiving.until(CAP);
    expect(await claim()).toEqual([]);
    expect(await readWaiting()).toEqual(ids.slice(CAP));
    expect(await countWakes()).toBe(0);
    receiving.releaseOne();
    receiving.releaseOne();
    await Promise.all(runs);
    expect(receiver.deliveries).toHaveLength(CAP);
  });

  test('whose attempt ends goes on with what waits longest, with that alone', async () => {
    const ids = await fire(6);
    const receiving = holdAnswers();
    const runs = (await claim()).map(deliver);
    await receiving.until(CAP);
    receiving.releaseOne();
    await Promise.race(runs);
    expect(await countWakes()).toBe(1);
    expect(idsOf(await claim())).toEqual([ids[2]]);
    expect(await countWakes()).toBe(0);
    receiving.releaseOne();
    await Promise.all(runs);
    expect(idsOf(await claim())).toEqual([ids[3]]);
  });

  test('passes its permits on whatever the outcome', async () => {
    const ids = await fire(4);
    const statuses = [500, 410];
    receiver.answer(() => ({ status: statuses.shift()! }));
    const [first, second] = await claim();
    expect([first, second]).toMatchObject([{ attempt_count: 1 }, { attempt_count: 1 }]);
    expect(await claim()).toEqual([]);
    await deliver(first!);
    expect(idsOf(await claim())).toEqual([ids[2]]);
    // 410 pauses the endpoint: nothing more starts.
    await deliver(second!);
    expect(await claim()).toEqual([]);
    expect(await readWaiting()).toEqual([ids[0], ids[1], ids[3]]);
  });

  test('that is busy does not keep another one waiting', async () => {
    const other = await client.webhookEndpoints.create({ url: receiver.url });
    const busy = await fire(5);
    const ids = await fire(2, other.id);
    expect(idsOf(await claim())).toEqual([...busy.slice(0, CAP), ...ids]);
    expect(await readWaiting()).toEqual(busy.slice(CAP));
  });

  test('serves what waits before what comes later, though a permit is free', async () => {
    const ids = await fire(4);
    const [first] = await claim();
    await loseLeases(ids[0]!);
    expect(idsOf(await claim(1))).toEqual([ids[0]]);
    await deliver({ ...first!, attempt_count: 2 });
    await fire(1);
    expect(idsOf(await claim())).toEqual([ids[2]]);
  });

  test('starts anew with whatever comes, when those that held its permits are dead', async () => {
    const ids = await fire(5);
    await claim();
    await loseLeases(ids[0]!, ids[1]!);
    expect(await claim()).toMatchObject([
      { delivery_id: ids[0], attempt_count: 2 },
      { delivery_id: ids[1], attempt_count: 2 },
    ]);
  });

  test('that is paused has everything parked, and starts with what waits longest when it is active again', async () => {
    const ids = await fire(12);
    await client.webhookEndpoints.update(endpointId, { active: false });
    await deliverInLanes([context]);
    expect(receiver.deliveries).toEqual([]);
    expect(await readWaiting()).toEqual(ids);
    expect(await countWakes()).toBe(0);
    await client.webhookEndpoints.update(endpointId, { active: true });
    expect(await countWakes()).toBe(1);
    await deliverInLanes([context]);
    expect(receiver.deliveries).toHaveLength(12);
    expect(
      receiver.deliveries.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence),
    ).toEqual(ids.map((_, index) => index + 1));
  });
});

describe('several worker processes', () => {
  test('never overlook each other: who ends an attempt waits for who is just parking the next', async () => {
    await fire(CAP);
    const [attempt] = await claim();
    const [id] = await fire(1);
    const client = await context.database.pool.connect();
    await client.query('begin');
    const parking = { ...context, database: { ...context.database, pool: client } as never };
    expect(await claim(1, parking)).toEqual([]);
    const now = server.clock.now();
    const recording = recordSuccess(attempt!, now);
    await waitForLock(context);
    await client.query('commit');
    client.release();
    await expect(recording).resolves.toBe(true);
    expect(idsOf(await claim())).toEqual([id]);
  });

  test('what comes due while an attempt waits to be recorded is woken by the record, though a claim took its wake', async () => {
    await fire(CAP);
    const [attempt] = await claim();
    const endedAt = context.clock.now();
    const [late] = await fire(1);
    expect(await claim()).toEqual([]);
    expect(await countWakes()).toBe(0);
    await recordSuccess(attempt!, endedAt);
    expect(idsOf(await claim())).toEqual([late]);
  });

  test('that wait for their turn see the permits that were taken meanwhile', async () => {
    const ids = await fire(CAP + 1);
    const client = await context.database.pool.connect();
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [endpointId]);
    const waiting = claim();
    await waitForLock(context);
    await client.query(
      `
      insert into webhook_leased_attempts (organisation_id, endpoint_id, delivery_id, attempt, started_at, lease_until)
      values ($1, $2, $3, 1, now(), clock_timestamp() + interval '15 seconds')
      `,
      [organisationId, endpointId, ids[0]],
    );
    await client.query('commit');
    client.release();
    expect(idsOf(await waiting)).toEqual([ids[1]]);
  });

  test('together keep the cap, however many claim at once', async () => {
    for (let round = 0; round < 10; round++) {
      await fire(12);
      const claims = await Promise.all(
        Array.from({ length: 12 }, (_, index) => claim(1, workers[index % workers.length])),
      );
      const more = await claim();
      expect([...claims.flat(), ...more]).toHaveLength(CAP);
      await dropDeliveries(context, organisationId);
    }
  });

  test('deliver everything, each once and never more than the cap at a time, without the help of a sweep', async () => {
    const other = await client.webhookEndpoints.create({ url: receiver.url });
    await fire(60);
    await fire(20, other.id);
    const underWay = new Map<string, number>();
    let most = 0;
    receiver.answer(async ({ body }) => {
      const { endpoint } = JSON.parse(body) as { endpoint: string };
      const count = (underWay.get(endpoint) ?? 0) + 1;
      underWay.set(endpoint, count);
      most = Math.max(most, count);
      await new Promise(setImmediate);
      underWay.set(endpoint, underWay.get(endpoint)! - 1);
      return { status: 200 };
    });
    await deliverInLanes([...workers, ...workers, ...workers, ...workers]);
    expect(await readWaiting()).toEqual([]);
    expect(await countDelivered()).toBe(80);
    expect(receiver.deliveries).toHaveLength(80);
    expect(most).toBeLessThanOrEqual(CAP);
  });
});
