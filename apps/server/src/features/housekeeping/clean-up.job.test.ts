import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../context.ts';
import { cloneDatabase } from '../../testing/clone-database.ts';
import { openTestContext } from '../../testing/open-test-context.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { cleanUp } from './clean-up.job.ts';

const DAY_MS = 86_400_000;
let context: Context;
let drop: () => Promise<void>;
let organisationId: string;
let endpointId: string;

beforeAll(async () => {
  const database = await cloneDatabase();
  drop = database.drop;
  context = await openTestContext(database.databaseUrl);
  ({ organisationId } = await seedOrganisation(context));
  endpointId = context.ids.next();
  await context.database.prisma.webhookEndpoint.create({
    data: {
      organisation_id: organisationId,
      id: endpointId,
      url: 'https://example.com/hooks',
      description: '',
      secret_sealed: '',
      created_at: daysAgo(90),
    },
  });
});
afterAll(async () => {
  await context.close();
  await drop();
});
beforeEach(() =>
  context.database.pool.query(
    'truncate idempotency_keys, webhook_attempts, webhook_deliveries, events, media_signals, message_windows',
  ),
);

let sequence = 0n;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const run = () => cleanUp.run(context, {});

const addDelivery = async (ageDays: number, status: 'pending' | 'failed' | 'delivered' | 'dropped') => {
  const isDue = status === 'pending' || status === 'failed';
  const [id, eventId, at] = [context.ids.next(), context.ids.next(), daysAgo(ageDays)];
  const key = { organisation_id: organisationId, created_at: at };
  await context.database.prisma.event.create({
    data: { ...key, id: eventId, type: 'session.created', data: {} },
  });
  await context.database.prisma.webhookDelivery.create({
    data: {
      ...key,
      id,
      endpoint_id: endpointId,
      event_id: eventId,
      event_type: 'session.created',
      sequence: ++sequence,
      status,
      next_attempt_at: isDue ? at : null,
      delivered_at: status === 'delivered' ? at : null,
    },
  });
  for (const number of [1, 2]) {
    await context.database.prisma.webhookAttempt.create({
      data: {
        organisation_id: organisationId,
        delivery_id: id,
        number,
        outcome: 'failed',
        started_at: at,
        finished_at: at,
      },
    });
  }
  return id;
};
const listDeliveries = async () =>
  (await context.database.prisma.webhookDelivery.findMany()).map(({ id }) => id).sort();

describe('clean-up', () => {
  it('deletes deliveries of more than 30 days with their attempts and events, and keeps the younger', async () => {
    await addDelivery(31, 'delivered');
    await addDelivery(31, 'dropped');
    const kept = await addDelivery(29, 'delivered');
    await run();
    expect(await listDeliveries()).toEqual([kept]);
    expect(await context.database.prisma.webhookAttempt.count()).toBe(2);
    expect(await context.database.prisma.event.count()).toBe(1);
  });

  it('deletes all attempts of a delivery before the delivery, however many', async () => {
    const id = await addDelivery(31, 'dropped');
    await context.database.pool.query(
      `
      insert into webhook_attempts (organisation_id, delivery_id, number, outcome, started_at, finished_at)
      select $1, $2, n, 'failed', now(), now() from generate_series(3, 2500) n
      `,
      [organisationId, id],
    );
    await run();
    expect(await listDeliveries()).toEqual([]);
    expect(await context.database.prisma.webhookAttempt.count()).toBe(0);
  });

  it('never deletes what is under way, though its endpoint is gone', async () => {
    const kept = await addDelivery(31, 'dropped');
    await context.database.pool.query(
      `
      insert into webhook_leased_attempts (organisation_id, endpoint_id, delivery_id, attempt, started_at, lease_until)
      select organisation_id, endpoint_id, id, 3, now(), now() from webhook_deliveries where id = $1
      `,
      [kept],
    );
    await run();
    expect(await listDeliveries()).toEqual([kept]);
    await context.database.pool.query('delete from webhook_leased_attempts');
    await run();
    expect(await listDeliveries()).toEqual([]);
  });

  it('never deletes what is still to be sent, however old', async () => {
    const kept = [await addDelivery(400, 'pending'), await addDelivery(400, 'failed')].sort();
    await run();
    expect(await listDeliveries()).toEqual(kept);
    expect(await context.database.prisma.event.count()).toBe(2);
  });

  it('looks at what it keeps once a run: a backlog of a paused endpoint, older than all else, keeps nothing from being deleted', async () => {
    const oldest = await addDelivery(400, 'pending');
    await context.database.pool.query('alter table webhook_deliveries disable trigger all');
    for (const table of ['events', 'webhook_deliveries']) {
      const { rows } = await context.database.pool.query(`select * from ${table}`);
      const copied = Object.keys(rows[0] as object).filter(
        (name) => !['id', 'event_id', 'sequence'].includes(name),
      );
      const own = table === 'events' ? ['id'] : ['id', 'event_id', 'sequence'];
      const idOf = "('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid";
      const values = own.map((name) => (name === 'sequence' ? 'n + 1000000' : idOf));
      await context.database.pool.query(
        `insert into ${table} (${[...own, ...copied].join()}) select ${[...values, ...copied].join()}
        from ${table}, generate_series(1, 11000) n`,
      );
    }
    await context.database.pool.query('alter table webhook_deliveries enable trigger all');
    await addDelivery(31, 'delivered');
    await run();
    expect(await listDeliveries()).toHaveLength(11_001);
    expect(await listDeliveries()).toContain(oldest);
    expect(await context.database.prisma.event.count()).toBe(11_001);
  });

  it('that fails for one table cleans up the others, and counts the one', async () => {
    await addDelivery(31, 'delivered');
    const { pool, prisma } = context.database;
    await prisma.messageWindow.create({ data: { subject: Buffer.from('old'), window_start: 0n, count: 1 } });
    await pool.query('alter table events rename to events_away');
    try {
      await expect(run()).rejects.toThrow('1 of 19 steps failed');
    } finally {
      await pool.query('alter table events_away rename to events');
    }
    expect([await listDeliveries(), await prisma.messageWindow.count()]).toEqual([[], 0]);
    expect((await context.metrics.jobStepsFailed.get()).values).toEqual([
      { value: 1, labels: { task: 'clean-up', step: 'cleanUpEvents' } },
    ]);
    await run();
    expect(await prisma.event.count()).toBe(0);
  });

  it('deletes an old event that nobody listened to, and keeps one as long as a delivery of it is kept', async () => {
    const event = { organisation_id: organisationId, type: 'session.created', data: {} };
    await context.database.prisma.event.create({
      data: { ...event, id: context.ids.next(), created_at: daysAgo(31) },
    });
    await context.database.prisma.event.create({
      data: { ...event, id: context.ids.next(), created_at: daysAgo(29) },
    });
    await run();
    expect(await context.database.prisma.event.count()).toBe(1);
  });

  it('deletes kept replies that have expired, and no other, however many', async () => {
    await context.database.pool.query(
      `
      insert into idempotency_keys (organisation_id, key_hash, fingerprint, status, body_sealed, created_at, expires_at)
      select $1, int4send(n), '', 201, '', now(), now() + case when n <= 5002 then interval '-1 second' else interval '1 hour' end
      from generate_series(1, 5005) n
      `,
      [organisationId],
    );
    await run();
    expect(await context.database.prisma.idempotencyKey.count()).toBe(3);
  });

  it('deletes message counts of more than two days', async () => {
    for (const days of [1.9, 2.1]) {
      await context.database.prisma.messageWindow.create({
        data: {
          subject: Buffer.from(String(days)),
          window_start: BigInt(Math.floor(daysAgo(days).getTime() / 1000)),
          count: 1,
        },
      });
    }
    await run();
    expect(await context.database.prisma.messageWindow.count()).toBe(1);
  });

  it('may run twice, also at the same time, and where there is nothing', async () => {
    await addDelivery(31, 'delivered');
    await Promise.all([run(), run()]);
    await run();
    expect(await listDeliveries()).toEqual([]);
  });

  it('takes whatever payload the clock of the queue gives it', () => {
    expect(cleanUp.payload.parse({ _cron: { ts: '2026-11-20T09:17:00.000Z' } })).toEqual({});
  });
});
