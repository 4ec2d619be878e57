import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../../context.ts';
import { dropDeliveries } from '../../../testing/drop-deliveries.ts';
import { waitForLock } from '../../../testing/wait-for-lock.ts';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';
import {
  startWebhookServer,
  type Reply,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';
import { claimAttempts } from './claim-attempts.ts';
import { deliverAttempt } from './deliver-attempt.ts';
import { endLostAttempts } from './end-lost-attempts.ts';

let server: WebhookServer;
let context: Context;
let receiver: WebhookReceiver;
let client: WebhookServer['client'];
let endpointId: string;
let key: { organisation_id: string; delivery_id: string };

beforeAll(async () => {
  server = await startWebhookServer();
  context = server.context;
});
afterAll(() => server.close());

/** Each test has an endpoint with one delivery that is due. */
beforeEach(async () => {
  receiver = await server.openReceiver();
  const seed = await seedOrganisation(context);
  client = server.clientOf(seed.apiKey);
  endpointId = (await client.webhookEndpoints.create({ url: receiver.url })).id;
  const delivery = await client.webhookEndpoints.test(endpointId);
  key = { organisation_id: seed.organisationId, delivery_id: delivery.id };
});
afterEach(() => dropDeliveries(context, key.organisation_id));

const claim = async () => (await claimAttempts(context, 1)).attempts[0];
const work = async () => {
  const attempt = await claim();
  if (attempt) await deliverAttempt(context, attempt);
  return attempt;
};
const readDelivery = async () => ({
  ...(await context.database.prisma.webhookDelivery.findFirst({ where: { id: key.delivery_id } }))!,
  queued: await context.database.prisma.queuedDelivery.findFirst({ where: { delivery_id: key.delivery_id } }),
});
const readLease = () =>
  context.database.prisma.leasedAttempt.findFirst({ where: { delivery_id: key.delivery_id } });
const readAttempts = () =>
  context.database.prisma.webhookAttempt.findMany({
    where: { delivery_id: key.delivery_id },
    orderBy: { number: 'asc' },
  });
const readWakes = async () => {
  const wakes = await context.database.prisma.dueEndpoint.findMany({ where: { endpoint_id: endpointId } });
  return wakes.map(({ due_at }) => due_at);
};
const wake = (organisation_id: string) =>
  context.database.prisma.dueEndpoint.create({
    data: { organisation_id, endpoint_id: endpointId, due_at: server.clock.now() },
  });
const endLease = () =>
  context.database.pool.query('update webhook_leased_attempts set lease_until = clock_timestamp()');

/** The next request waits until the test has it answered. */
const holdAnswer = (then: Reply = { status: 200 }) => {
  let release: (reply: Reply) => void = () => {};
  let arrive: () => void = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const answered = new Promise<Reply>((resolve) => (release = resolve));
  receiver.answer(() => {
    receiver.answer(() => then);
    arrive();
    return answered;
  });
  return { arrived, release };
};

describe('several workers with one delivery that is due', () => {
  test('send it once: one has it, the others come back when its lease is over, and find it done', async () => {
    const { arrived, release } = holdAnswer();
    const runs = Array.from({ length: 8 }, work);
    const others = new Promise<void>((resolve) => {
      let done = 0;
      for (const run of runs) void run.then(() => ++done === 7 && resolve());
    });
    await Promise.all([arrived, others]);
    release({ status: 200 });
    expect((await Promise.all(runs)).filter((attempt) => attempt !== undefined)).toHaveLength(1);
    await endLostAttempts(context);
    await wake(key.organisation_id);
    expect(await work()).toBeUndefined();
    expect(receiver.deliveries).toHaveLength(1);
    expect(await readDelivery()).toMatchObject({ status: 'delivered', attempt_count: 1 });
    expect(await readLease()).toBeNull();
  });

  test('retry it once', async () => {
    receiver.answer(() => ({ status: 500 }));
    await work();
    server.clock.advance(30_000);
    receiver.answer(() => ({ status: 200 }));
    await Promise.all(Array.from({ length: 8 }, work));
    expect(await work()).toBeUndefined();
    expect(receiver.deliveries).toHaveLength(2);
    expect(await readAttempts()).toMatchObject([{ outcome: 'failed' }, { outcome: 'delivered' }]);
  });
});

describe('a worker that dies', () => {
  test('loses nothing: its job comes back at the end of the lease, and the log shows the interrupted attempt', async () => {
    await claim();
    await endLostAttempts(context);
    await wake(key.organisation_id);
    expect(await work()).toBeUndefined();
    await endLease();
    await endLostAttempts(context);
    await work();
    expect(receiver.deliveries.map(({ headers }) => headers['svc-delivery-attempt'])).toEqual(['2']);
    expect(await readAttempts()).toMatchObject([
      { number: 1, outcome: 'interrupted', finished_at: server.clock.now() },
      { number: 2, outcome: 'delivered' },
    ]);
    expect(await readDelivery()).toMatchObject({ status: 'delivered', attempt_count: 2, failure_count: 0 });
  });

  test('uses no step of the schedule up', async () => {
    await claim();
    await endLease();
    await endLostAttempts(context);
    receiver.answer(() => ({ status: 500 }));
    await work();
    expect(await readDelivery()).toMatchObject({
      attempt_count: 2,
      failure_count: 1,
      next_attempt_at: new Date(server.clock.now().getTime() + 30_000),
    });
  });

  test('holds its lease for the deadline of a request and five seconds, by the real time', async () => {
    const before = await context.database.pool.query<{ now: Date }>('select clock_timestamp() as now');
    await claim();
    const after = await context.database.pool.query<{ now: Date }>('select clock_timestamp() as now');
    const lease = (await readLease())!.lease_until.getTime() - 15_000;
    expect(lease).toBeGreaterThanOrEqual(before.rows[0]!.now.getTime());
    expect(lease).toBeLessThanOrEqual(after.rows[0]!.now.getTime());
  });
});

describe('a claim that waited for another of the same delivery', () => {
  test('leaves it to that one, and parks nothing, though the endpoint is at its cap since', async () => {
    const { organisation_id, delivery_id } = key;
    const other = await context.database.pool.connect();
    await other.query('begin');
    await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [endpointId]);
    const late = claim();
    await waitForLock(context);
    await other.query(
      `
      insert into webhook_leased_attempts (organisation_id, endpoint_id, delivery_id, attempt, started_at, lease_until)
      select $1, $2, id, 1, now(), clock_timestamp() + interval '15 seconds'
      from unnest(array_append(array(select uuid_v7() from generate_series(1, 20)), $3::uuid)) as id
      `,
      [organisation_id, endpointId, delivery_id],
    );
    await other.query('commit');
    other.release();
    await expect(late).resolves.toBeUndefined();
    expect(await readDelivery()).toMatchObject({ queued: { delivery_id }, attempt_count: 0 });
    expect(await readWakes()).toEqual([]);
  });
});

describe('a worker that comes late', () => {
  test('records what nobody took over, though it was parked meanwhile, and gives it no job', async () => {
    const { arrived, release } = holdAnswer();
    const run = work();
    await arrived;
    await endLease();
    await wake(key.organisation_id);
    expect(await work()).toBeUndefined();
    release({ status: 200 });
    await run;
    expect(await readDelivery()).toMatchObject({ status: 'delivered', attempt_count: 1, queued: null });
    expect(await readWakes()).toEqual([]);
  });

  const overtake = async (reply: Reply, next: Reply = { status: 200 }) => {
    const { arrived, release } = holdAnswer(next);
    const late = work();
    await arrived;
    await endLease();
    await endLostAttempts(context);
    await work();
    const before = [await readDelivery(), await readAttempts(), await readWakes()];
    server.clock.advance(1_000);
    release(reply);
    await late;
    expect([await readDelivery(), await readAttempts(), await readWakes()]).toEqual(before);
    expect(await readAttempts()).toMatchObject([{ outcome: 'interrupted' }, { number: 2 }]);
  };

  test('writes no failure over what the next one delivered, and starts no retry', async () => {
    await overtake({ status: 500 });
    expect(await readWakes()).toEqual([]);
  });

  test('writes no second success', async () => {
    await overtake({ status: 200 });
  });

  test.each([200, 500])('with %i leaves the retry that the next one has planned', async (status) => {
    await overtake({ status }, { status: 503 });
    expect(await readDelivery()).toMatchObject({ status: 'failed', response_status: 503, failure_count: 1 });
    expect(await readWakes()).toHaveLength(1);
  });

  test('does not pause the endpoint with a 410', async () => {
    await overtake({ status: 410 });
    await expect(client.webhookEndpoints.get(endpointId)).resolves.toMatchObject({ active: true });
  });
});

describe('a claim', () => {
  test('comes a little before its time where the clocks differ, and then again at its time', async () => {
    const { next_attempt_at } = await readDelivery();
    server.clock.advance(-5);
    expect(await claimAttempts(context, 1)).toEqual({ attempts: [], nextLookAt: next_attempt_at });
    server.clock.advance(5);
    await work();
    expect(receiver.deliveries).toHaveLength(1);
  });

  test('is refused, and no job is left, once the delivery is settled', async () => {
    await work();
    await wake(key.organisation_id);
    expect(await work()).toBeUndefined();
    expect(receiver.deliveries).toHaveLength(1);
    expect(await readWakes()).toEqual([]);
  });

  test("is refused under another organisation's name", async () => {
    const { organisationId } = await seedOrganisation(context);
    await context.database.pool.query('delete from webhook_due_endpoints');
    await wake(organisationId);
    expect(await work()).toBeUndefined();
    expect(receiver.deliveries).toEqual([]);
    expect(await readDelivery()).toMatchObject({ attempt_count: 0 });
  });

  test('that has fewer permits than wait leaves the rest to the next, which need not be told', async () => {
    await client.webhookEndpoints.test(endpointId);
    expect((await claim())?.delivery_id).toBe(key.delivery_id);
    expect((await claim())?.sequence).toBe(2);
    expect(await readWakes()).toEqual([]);
  });
});

describe('a claim of several endpoints', () => {
  test('takes a share of each, and leaves nothing behind that nobody would look for', async () => {
    const other = await client.webhookEndpoints.create({ url: receiver.url });
    await client.webhookEndpoints.test(other.id);
    await client.webhookEndpoints.update(other.id, { active: false });
    for (let count = 0; count < 3; count++) await client.webhookEndpoints.test(endpointId);
    const claimed = [];
    for (let count = 0; count < 3; count++) claimed.push((await claimAttempts(context, 4)).attempts.length);
    expect(claimed).toEqual([2, 2, 0]);
    expect(await readWakes()).toEqual([]);
  });
});
