import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../../../context.ts';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../../testing/start-webhook-receiver.ts';
import { dropDeliveries } from '../../../../testing/drop-deliveries.ts';
import { queryAtLength } from '../../../../testing/query-at-length.ts';
import { claimAttempts, organisationCapOf } from '../claim-attempts.ts';

const BACKLOG = 100_000;

let server: WebhookServer;
let context: Context;
let client: WebhookServer['client'];
let receiver: WebhookReceiver;
let organisationId: string;
let burdenedId: string;

beforeAll(async () => {
  server = await startWebhookServer();
  context = server.context;
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client, organisationId, receiver } = await server.openTenant());
  burdenedId = (await client.webhookEndpoints.create({ url: receiver.url })).id;
});

afterEach(() => dropDeliveries(context, organisationId));

const fill = (text: string, values: unknown[]) => queryAtLength(context, text, values);

const pileUp = async (): Promise<void> => {
  const { id } = await client.webhookEndpoints.test(burdenedId);
  server.clock.advance(1_000);
  await fill(
    `
    with deliveries as (
      insert into webhook_deliveries
        (organisation_id, id, endpoint_id, event_id, event_type, sequence, next_attempt_at, created_at)
      select organisation_id, uuid_v7(), endpoint_id, event_id, event_type, n, created_at, created_at
      from webhook_deliveries, generate_series(2, $2::int) n
      where id = $1
      returning *
    )
    insert into webhook_queued_deliveries (organisation_id, endpoint_id, delivery_id, sequence, due_at)
    select organisation_id, endpoint_id, id, sequence, next_attempt_at from deliveries
    `,
    [id, BACKLOG],
  );
};

const readClaim = async (): Promise<{ text: string; values: unknown[] }> => {
  let sent = { text: '', values: [] as unknown[] };
  const pool = {
    query: (statement: typeof sent) => {
      sent = statement;
      return Promise.resolve({ rows: [{ looks: 0, delivery_id: null }] });
    },
  };
  await claimAttempts({ ...context, database: { ...context.database, pool: pool as never } }, 32);
  return sent;
};

/** EXPLAIN counts the pages and rows; the claim is undone. */
const measureClaim = async (): Promise<{ pages: number; rows: number }> => {
  const { text, values } = await readClaim();
  const connection = await context.database.pool.connect();
  const explain = async () => {
    await connection.query('begin');
    const { rows } = await connection.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    );
    await connection.query('rollback');
    return rows[0]!['QUERY PLAN'][0].Plan;
  };
  // A connection's first statement reads the catalogue, too.
  await explain();
  const plan = await explain();
  connection.release();
  return {
    pages: plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!,
    rows: plan['Actual Rows']!,
  };
};

describe(`a claim of one delivery beside ${BACKLOG} that wait for another endpoint`, () => {
  test.each([
    ['is at its cap', () => claimAttempts(context, 32)],
    [
      'is paused',
      async () => {
        await client.webhookEndpoints.update(burdenedId, { active: false });
        await claimAttempts(context, 32);
      },
    ],
  ])('touches no page of theirs when that one %s', async (_, burden) => {
    const other = await client.webhookEndpoints.create({ url: (await server.openReceiver()).url });
    await client.webhookEndpoints.test(other.id);
    const without = await measureClaim();
    expect(without.rows).toBe(1);
    await context.database.pool.query('delete from webhook_due_endpoints');
    await pileUp();
    await burden();
    await client.webhookEndpoints.test(other.id);
    const beside = await measureClaim();
    expect(beside.rows).toBe(2);
    // A further delivery, and an index of so many rows is two levels higher.
    expect(beside.pages).toBeLessThan(2 * without.pages + 40);
    const waiting = await context.database.prisma.queuedDelivery.count({
      where: { organisation_id: organisationId, endpoint_id: burdenedId },
    });
    expect(waiting).toBe(BACKLOG);
  });

  test('reads of an endpoint with so many what fits under its cap, and no more', async () => {
    await pileUp();
    const { pages, rows } = await measureClaim();
    expect(rows).toBe(4);
    expect(pages).toBeLessThan(400);
  });
});

describe(`a claim of one delivery beside ${BACKLOG} endpoints that wait for a permit of another organisation`, () => {
  test('touches no page of theirs, and a look that finds so many wakes leaves most of them', async () => {
    const other = await server.openTenant();
    const { id } = await other.client.webhookEndpoints.create({ url: other.receiver.url });
    await other.client.webhookEndpoints.test(id);
    const without = await measureClaim();
    expect(without.rows).toBe(1);
    await fill(
      `
      with leases as (
        insert into webhook_leased_attempts (organisation_id, endpoint_id, delivery_id, attempt, started_at, lease_until)
        select $1::uuid, uuid_v7(), uuid_v7(), 1, $3, 'infinity' from generate_series(1, $4::int)
      )
      insert into webhook_waiting_endpoints (organisation_id, endpoint_id, since)
      select $1, uuid_v7(), $3::timestamptz from generate_series(1, $2::int)
      `,
      [organisationId, BACKLOG, context.clock.now(), organisationCapOf(context.config.workerConcurrency)],
    );
    const beside = await measureClaim();
    expect(beside.rows).toBe(1);
    expect(beside.pages).toBeLessThan(without.pages + 40);
    await fill(
      `
      insert into webhook_due_endpoints (organisation_id, endpoint_id, due_at)
      select $1, uuid_v7(), $3::timestamptz - interval '1 hour' from generate_series(1, $2::int)
      `,
      [organisationId, BACKLOG, context.clock.now()],
    );
    const before = await context.database.prisma.dueEndpoint.count();
    await claimAttempts(context, 32);
    expect(before - (await context.database.prisma.dueEndpoint.count())).toBe(1_000);
    await dropDeliveries(context, other.organisationId);
  });
});
