import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../../context.ts';
import { openDatabase } from '../../../platform/database/open-database.ts';
import { createTransact } from '../../../platform/database/transact.ts';
import { dropDeliveries } from '../../../testing/drop-deliveries.ts';
import { runJobsInLanes } from '../../../testing/run-jobs-in-lanes.ts';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';
import {
  startWebhookServer,
  type Reply,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';
import { waitForLock } from '../../../testing/wait-for-lock.ts';
import { claimAttempt, type ClaimedAttempt } from './claim-attempt.ts';
import { deliverWebhook } from './deliver-webhook.job.ts';
import { capOf } from './endpoint-concurrency-cap.ts';
import { judgeAttempt } from './judge-attempt.ts';
import { recordAttempt } from './record-attempt.ts';

const CAP = 2;

let server: WebhookServer;
let context: Context;
let receiver: WebhookReceiver;
let client: WebhookServer['client'];
let organisationId: string;
let endpointId: string;
/** What other processes would be: each has connections of its own. */
let workers: Context[];

beforeAll(async () => {
  server = await startWebhookServer({ WORKER_CONCURRENCY: '16' });
  context = server.context;
  workers = Array.from({ length: 4 }, () => {
    const database = openDatabase({ databaseUrl: server.databaseUrl, maxConnections: 3 });
    return { ...context, database, transact: createTransact({ database, clock: context.clock }) };
  });
});
afterAll(async () => {
  await Promise.all(workers.map(({ database }) => database.close()));
  await server.close();
});
beforeEach(async () => {
  await context.database.pool.query('delete from graphile_worker._private_jobs');
  receiver = await server.openReceiver();
  const seed = await seedOrganisation(context);
  organisationId = seed.organisationId;
  client = server.clientOf(seed.apiKey);
  endpointId = (await client.webhookEndpoints.create({ url: receiver.url })).id;
});

/** Deliveries that are due, one after the other, and their jobs. */
const fire = async (count: number, endpoint = endpointId): Promise<string[]> => {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    server.clock.advance(1);
    ids.push((await client.webhookEndpoints.test(endpoint)).id);
  }
  return ids;
};
const keyOf = (delivery_id: string) => ({ organisation_id: organisationId, delivery_id });
const run = (id: string) => deliverWebhook.run(context, keyOf(id));
const loseJobs = () => context.database.pool.query('delete from graphile_worker._private_jobs');
const readJobs = async () => {
  const { rows } = await context.database.pool.query<{ key: string }>(
    'select key from graphile_worker._private_jobs order by run_at, id',
  );
  return rows.map(({ key }) => key);
};
const jobOf = (id: string) => `deliver-webhook:${id}:0`;
const readParked = async () => {
  const rows = await context.database.prisma.queuedDelivery.findMany({
    where: { organisation_id: organisationId, parked: true },
    orderBy: { sequence: 'asc' },
  });
  return rows.map(({ delivery_id }) => delivery_id);
};
const countDelivered = () =>
  context.database.prisma.webhookDelivery.count({
    where: { organisation_id: organisationId, status: 'delivered' },
  });

/** The receiver keeps every request until it is told to answer. */
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
    await loseJobs();
    const receiving = holdAnswers();
    const runs = ids.map(run);
    await receiving.until(CAP);
    await Promise.all(runs.slice(CAP));
    expect(await readParked()).toEqual(ids.slice(CAP));
    expect(await readJobs()).toEqual([]);
    receiving.releaseOne();
    receiving.releaseOne();
    await Promise.all(runs);
    expect(receiver.deliveries).toHaveLength(CAP);
  });

  test('whose attempt ends goes on with what waits longest, with that alone', async () => {
    const ids = await fire(6);
    await loseJobs();
    const receiving = holdAnswers();
    const runs = ids.map(run);
    await receiving.until(CAP);
    await Promise.all(runs.slice(CAP));
    receiving.releaseOne();
    await Promise.race(runs.slice(0, CAP));
    expect(await readJobs()).toEqual([jobOf(ids[2]!)]);
    expect(await readParked()).toEqual(ids.slice(3));
    receiving.releaseOne();
    await Promise.all(runs);
    expect(await readJobs()).toEqual([jobOf(ids[2]!), jobOf(ids[3]!)]);
  });

  test('passes its places on whatever the outcome', async () => {
    const ids = await fire(4);
    await loseJobs();
    const statuses = [500, 410];
    receiver.answer(() => ({ status: statuses.shift()! }));
    const [first, second] = await Promise.all(ids.slice(0, 2).map((id) => claimAttempt(context, keyOf(id))));
    expect([first, second]).toMatchObject([{ attempt_count: 1 }, { attempt_count: 1 }]);
    expect(await Promise.all(ids.slice(2).map((id) => claimAttempt(context, keyOf(id))))).toEqual([
      'parked',
      'parked',
    ]);
    await context.database.pool.query('update webhook_leases set lease_until = clock_timestamp()');
    await run(ids[0]!);
    const [passedOn, retry] = await readJobs();
    expect(passedOn).toBe(jobOf(ids[2]!));
    expect(retry).toBe(`deliver-webhook:${ids[0]}:2`);
    // 410 pauses the endpoint: nothing more starts.
    await loseJobs();
    await run(ids[1]!);
    expect(await readJobs()).toEqual([`deliver-webhook:${ids[1]}:2`]);
  });

  test('that is busy does not keep another one waiting', async () => {
    const other = await client.webhookEndpoints.create({ url: receiver.url });
    const busy = await fire(5);
    const ids = await fire(2, other.id);
    await loseJobs();
    const receiving = holdAnswers();
    const runs = [...busy, ...ids].map(run);
    await receiving.until(2 * CAP);
    expect(await readParked()).toEqual(busy.slice(CAP));
    while (receiving.held.length > 0) receiving.releaseOne();
    await Promise.all(runs);
  });

  test('serves what waits before what comes later, though a place is free', async () => {
    const ids = await fire(4);
    await loseJobs();
    for (const id of ids.slice(0, 3)) await claimAttempt(context, keyOf(id));
    await context.database.pool.query(
      'update webhook_leases set lease_until = clock_timestamp() where delivery_id = $1',
      [ids[0]],
    );
    await expect(claimAttempt(context, keyOf(ids[3]!))).resolves.toBe('parked');
    await expect(claimAttempt(context, keyOf(ids[2]!))).resolves.toMatchObject({ attempt_count: 1 });
  });

  test('starts anew with whatever comes, when those that held its places are dead', async () => {
    const ids = await fire(5);
    await loseJobs();
    for (const id of ids.slice(0, 4)) await claimAttempt(context, keyOf(id));
    await context.database.pool.query('update webhook_leases set lease_until = clock_timestamp()');
    await run(ids[4]!);
    expect(await readJobs()).toEqual([jobOf(ids[2]!)]);
  });

  test('that is paused has everything parked, and starts with what waits longest when it is active again', async () => {
    const ids = await fire(12);
    await client.webhookEndpoints.update(endpointId, { active: false });
    await runJobsInLanes([context]);
    expect(receiver.deliveries).toEqual([]);
    expect(await readParked()).toEqual(ids);
    expect(await readJobs()).toEqual([]);
    await client.webhookEndpoints.update(endpointId, { active: true });
    expect(await readJobs()).toEqual(ids.slice(0, 8).map(jobOf));
    await runJobsInLanes([context]);
    expect(receiver.deliveries).toHaveLength(12);
  });
});

describe('several worker processes', () => {
  test('never overlook each other: who ends an attempt waits for who is just parking the next', async () => {
    const ids = await fire(CAP + 1);
    await loseJobs();
    const [attempt] = (await Promise.all(
      ids.slice(0, CAP).map((id) => claimAttempt(context, keyOf(id))),
    )) as ClaimedAttempt[];
    const client = await context.database.pool.connect();
    await client.query('begin');
    const parking = { ...context, database: { ...context.database, pool: client } as never };
    await expect(claimAttempt(parking, keyOf(ids[CAP]!))).resolves.toBe('parked');
    const now = server.clock.now();
    const answer = { ok: true, status: 200, bodyExcerpt: '', durationMs: 1 } as const;
    const verdict = judgeAttempt(
      { ...answer, headers: { retryAfter: null, contentType: null } },
      { delivery: attempt!, delaysMs: [], now },
    );
    const recording = recordAttempt(context, { attempt: attempt!, verdict, now });
    await waitForLock(context);
    await client.query('commit');
    client.release();
    await expect(recording).resolves.toBe(true);
    expect(await readJobs()).toEqual([jobOf(ids[CAP]!)]);
  });

  test('that waits while the delivery is parked takes it out of the parked ones', async () => {
    const [id] = await fire(1);
    const client = await context.database.pool.connect();
    await client.query('begin');
    await client.query('select from lock_webhook_gates(array[$1::uuid], array[$2::uuid])', [
      organisationId,
      endpointId,
    ]);
    const claim = claimAttempt(context, keyOf(id!));
    await waitForLock(context);
    await client.query('update webhook_queue set parked = true where delivery_id = $1', [id]);
    await client.query('commit');
    client.release();
    await expect(claim).resolves.toMatchObject({ attempt_count: 1 });
    await expect(readParked()).resolves.toEqual([]);
  });

  test('together keep the cap, however many claim at once', async () => {
    for (let round = 0; round < 10; round++) {
      const ids = await fire(12);
      await loseJobs();
      const claims = await Promise.all(
        ids.map((id, index) => claimAttempt(workers[index % workers.length]!, keyOf(id))),
      );
      expect(claims.filter((claim) => typeof claim === 'object')).toHaveLength(CAP);
      expect(claims.filter((claim) => claim === 'parked')).toHaveLength(ids.length - CAP);
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
    await runJobsInLanes([...workers, ...workers, ...workers, ...workers]);
    expect(await readParked()).toEqual([]);
    expect(await countDelivered()).toBe(80);
    expect(receiver.deliveries).toHaveLength(80);
    expect(most).toBeLessThanOrEqual(CAP);
  });
});
