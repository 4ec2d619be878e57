import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../../context.ts';
import { PRISMA_DIR } from '../../../paths.ts';
import { migrateDatabase } from '../../../platform/migrations/migrate-database.ts';
import { createEmptyDatabase } from '../../../testing/clone-database.ts';
import { openTestContext } from '../../../testing/open-test-context.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';
import { seedWebhookEndpoint } from '../../../testing/seed-webhook-endpoint.ts';

/** A database without these migrations is that of the release before. */
const MIGRATIONS = /_webhook_wakes|_names_of_the_delivery_queue/;

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let context: Context;
let organisationId: string;
let prismaDirBefore: string;
let pausedId: string;
/** Sequences of the deliveries that a receiver got, and the attempts' numbers. */
const sent: [sequence: number, attempt: string][] = [];

beforeAll(async () => {
  database = await createEmptyDatabase();
  prismaDirBefore = await mkdtemp(path.join(tmpdir(), 'prisma-'));
  const isBefore = (source: string) => !MIGRATIONS.test(source) && !source.endsWith('take_webhook_turns.sql');
  await cp(PRISMA_DIR, prismaDirBefore, { recursive: true, filter: isBefore });
  await migrateDatabase({ databaseUrl: database.databaseUrl, prismaDir: prismaDirBefore });
  context = await openTestContext(database.databaseUrl);
  const safeFetch: Context['safeFetch'] = Object.assign(
    async ({ body, headers }: { body?: string; headers: Record<string, string> }) => {
      sent.push([
        (JSON.parse(body ?? '') as { sequence: number }).sequence,
        headers['Svc-Delivery-Attempt']!,
      ]);
      const answer = { headers: {}, bodyExcerpt: '', durationMs: 1 };
      return { ok: true as const, status: 204, ...answer };
    },
    { close: async () => {} },
  );
  context = { ...context, safeFetch };
  ({ organisationId } = await seedOrganisation(context));
  await fillAsBefore();
  await migrateDatabase({ databaseUrl: database.databaseUrl, prismaDir: PRISMA_DIR });
});
afterAll(async () => {
  await context.close();
  await database.drop();
  await rm(prismaDirBefore, { recursive: true, force: true });
});

/** Every state as the release before writes it, named by the sequence. */
const fillAsBefore = async (): Promise<void> => {
  const { pool, prisma } = context.database;
  const endpoint = async () =>
    (await seedWebhookEndpoint(context, { organisationId, url: 'https://a.test/' })).id;
  const [activeId, deletedId] = [await endpoint(), await endpoint()];
  pausedId = await endpoint();
  await prisma.webhookEndpoint.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: pausedId } },
    data: { active: false },
  });
  await prisma.webhookEndpoint.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: deletedId } },
    data: { deleted_at: new Date(), secret_sealed: '' },
  });
  await pool.query(
    `
    with event as (
      insert into events (organisation_id, id, type, data, created_at)
      values ($1, uuid_v7(), 'ping', '{}', now())
      returning id
    ),
    states (endpoint_id, sequence, status, attempt_count, failure_count, due, parked, lease) as (values
      ($2::uuid, 1, 'pending', 0, 0, interval '0', false, null::interval),
      ($2, 2, 'pending', 0, 0, '0', true, null),
      ($2, 3, 'failed', 1, 1, '-1 second', false, null),
      ($2, 4, 'failed', 1, 1, '30 seconds', false, null),
      ($2, 5, 'pending', 0, 0, '-1 second', false, '15 seconds'),
      ($2, 6, 'pending', 0, 0, '-1 minute', false, '-1 second'),
      ($2, 7, 'delivered', 1, 0, null, null, null),
      ($2, 8, 'dropped', 6, 6, null, null, null),
      ($3, 9, 'pending', 0, 0, '-1 minute', true, null),
      ($4, 10, 'dropped', 1, 1, null, null, null)
    ),
    deliveries as (
      insert into webhook_deliveries
        (organisation_id, id, endpoint_id, event_id, event_type, sequence, status, attempt_count, failure_count,
          next_attempt_at, created_at, delivered_at)
      select $1, uuid_v7(), s.endpoint_id, event.id, 'ping', s.sequence, s.status, s.attempt_count,
        s.failure_count, now() + s.due, now(), case when s.status = 'delivered' then now() end
      from states s, event
      returning *
    ),
    queued as (
      insert into webhook_queue (organisation_id, endpoint_id, delivery_id, sequence, due_at, parked)
      select $1, d.endpoint_id, d.id, d.sequence, d.next_attempt_at, s.parked
      from deliveries d
      join states s on s.sequence = d.sequence
      where s.due is not null
    )
    insert into webhook_leases (organisation_id, endpoint_id, delivery_id, attempt, started_at, lease_until)
    select $1, d.endpoint_id, d.id, 1, now(), now() + s.lease
    from deliveries d
    join states s on s.sequence = d.sequence
    where s.lease is not null
    `,
    [organisationId, activeId, pausedId, deletedId],
  );
  await pool.query(
    `
    select graphile_worker.add_job('deliver-webhook', json_agg(
      json_build_object('organisation_id', organisation_id, 'delivery_id', id)
    ))
    from webhook_deliveries where sequence in (1, 3)
    `,
  );
};

const deliver = async (inMs = 0) => {
  sent.length = 0;
  const clock = { now: () => new Date(context.clock.now().getTime() + inMs) };
  await runDueJobs({ ...context, clock });
  return sent.toSorted(([a], [b]) => a - b);
};

describe('a database of the release before', () => {
  test('delivers what is due, also what was parked, and what a worker lost that is gone', async () => {
    expect(await deliver()).toEqual([
      [1, '1'],
      [2, '1'],
      [3, '2'],
      [6, '2'],
    ]);
    expect(await deliver()).toEqual([]);
  });

  test('makes a retry at its time, and leaves what another worker holds until its lease ends', async () => {
    expect(await deliver(31_000)).toEqual([[4, '2']]);
    await context.database.pool.query('update webhook_leased_attempts set lease_until = clock_timestamp()');
    expect(await deliver()).toEqual([[5, '2']]);
  });

  test('delivers what waits for a paused endpoint once it is active, and nothing that is settled', async () => {
    await context.database.prisma.webhookEndpoint.updateMany({
      where: { id: pausedId },
      data: { active: true },
    });
    await context.database.prisma.dueEndpoint.create({
      data: { organisation_id: organisationId, endpoint_id: pausedId, due_at: context.clock.now() },
    });
    expect(await deliver(1_000)).toEqual([[9, '1']]);
    expect(await context.database.prisma.queuedDelivery.count()).toBe(0);
    expect(await context.database.prisma.webhookDelivery.count({ where: { status: 'delivered' } })).toBe(8);
  });

  test('is written by a process of the release before under the names that it knows, each row found by its position', async () => {
    const { pool, prisma } = context.database;
    const enqueue = `
      insert into webhook_queue (organisation_id, endpoint_id, delivery_id, sequence, due_at)
      select organisation_id, endpoint_id, id, sequence, now() from webhook_deliveries where sequence = 7
      on conflict (organisation_id, endpoint_id, delivery_id) do update set due_at = excluded.due_at`;
    for (const written of [1, 1]) expect((await pool.query(enqueue)).rowCount).toBe(written);
    await pool.query(`
      insert into webhook_wakes (organisation_id, endpoint_id, due_at)
      select organisation_id, endpoint_id, now() from webhook_queue`);
    const { rowCount: claimed } = await pool.query(`
      with due as materialized (
        select w.ctid as place from webhook_wakes w limit 1000 for update skip locked
      ),
      looked as (
        delete from webhook_wakes w using due where w.ctid = due.place returning w.organisation_id, w.endpoint_id
      ),
      waits as (
        insert into webhook_waits (organisation_id, endpoint_id, since)
        select organisation_id, endpoint_id, now() from looked
      )
      insert into webhook_leases (organisation_id, endpoint_id, delivery_id, attempt, started_at, lease_until)
      select q.organisation_id, q.endpoint_id, q.delivery_id, 2, now(), now() from looked l
      join webhook_queue q on q.organisation_id = l.organisation_id and q.endpoint_id = l.endpoint_id
      on conflict do nothing`);
    expect(claimed).toBe(1);
    expect(await prisma.dueEndpoint.count()).toBe(0);
    expect(await prisma.leasedAttempt.count()).toBe(1);
    await pool.query(`
      with lost as materialized (select l.ctid as place from webhook_leases l for update skip locked),
      ended as (delete from webhook_leases l using lost where l.ctid = lost.place returning l.*),
      unheld as (delete from webhook_waits)
      delete from webhook_queue q using ended l where q.delivery_id = l.delivery_id`);
    expect(await prisma.queuedDelivery.count()).toBe(0);
    expect(await prisma.leasedAttempt.count()).toBe(0);
    expect(await prisma.waitingEndpoint.count()).toBe(0);
  });
});
