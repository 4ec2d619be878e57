import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';
import { claimAttempts } from './claim-attempts.ts';
import { measureDeliveryQueue } from './measure-delivery-queue.ts';

let server: WebhookServer;
let client: WebhookServer['client'];
let receiver: WebhookReceiver;
let organisationId: string;
let endpointId: string;

beforeAll(async () => {
  server = await startWebhookServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client, receiver, organisationId } = await server.openTenant());
  endpointId = (await client.webhookEndpoints.create({ url: receiver.url })).id;
});
// Due deliveries are dropped, so that the next test does not measure them.
afterEach(async () => {
  for await (const { id } of client.webhookEndpoints.list()) await client.webhookEndpoints.delete(id);
});

const fire = () => client.webhookEndpoints.test(endpointId);
const scrape = async () => {
  const headers = { authorization: 'Bearer test-metrics-token' };
  const response = await fetch(`${server.baseUrl}/metrics`, { headers });
  expect(response.status).toBe(200);
  return response.text();
};
const scrapeAnew = () => {
  server.clock.advance(5_000);
  return scrape();
};
const valueOf = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  );
const depthsIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/^webhook_queue_depth\{state="(\w+)"\} (\d+)$/gm)].map(([, state, depth]) => [
      state,
      Number(depth),
    ]),
  );

describe('/metrics', () => {
  test('shows an empty queue as zeros', async () => {
    const text = await scrapeAnew();
    expect(depthsIn(text)).toEqual({ due: 0, parked: 0, in_progress: 0, scheduled: 0 });
    expect(valueOf(text, 'webhook_oldest_due_age_seconds')).toBe(0);
  });

  test('counts what is due, in progress and scheduled, and how long the oldest has waited', async () => {
    receiver.answer(() => ({ status: 500 }));
    await fire();
    await runDueJobs(server.context);
    await fire();
    await claimAttempts(server.context, 1);
    await fire();
    server.clock.advance(2_000);
    await fire();
    const text = await scrapeAnew();
    expect(depthsIn(text)).toEqual({ due: 2, parked: 0, in_progress: 1, scheduled: 1 });
    expect(valueOf(text, 'webhook_oldest_due_age_seconds')).toBe(7);
  });

  test('leaves out what waits for a paused endpoint', async () => {
    await fire();
    await client.webhookEndpoints.update(endpointId, { active: false });
    const text = await scrapeAnew();
    expect(depthsIn(text)).toMatchObject({ due: 0 });
    expect(valueOf(text, 'webhook_oldest_due_age_seconds')).toBe(0);
    await runDueJobs(server.context);
    expect(depthsIn(await scrapeAnew())).toMatchObject({ due: 0, parked: 1 });
  });

  test('asks the database at most every five seconds', async () => {
    await scrapeAnew();
    await fire();
    server.clock.advance(4_999);
    expect(depthsIn(await scrape())).toMatchObject({ due: 0 });
    server.clock.advance(1);
    expect(depthsIn(await scrape())).toMatchObject({ due: 1 });
  });

  test('measures the first attempt of each delivery from its event, and no other', async () => {
    const name = 'webhook_first_attempt_latency_seconds';
    const before = await scrapeAnew();
    receiver.answer(() => ({ status: 500 }));
    await fire();
    server.clock.advance(2_000);
    await runDueJobs(server.context);
    server.clock.advance(30_000);
    await runDueJobs(server.context);
    const text = await scrape();
    expect(valueOf(text, `${name}_count`) - valueOf(before, `${name}_count`)).toBe(1);
    expect(valueOf(text, `${name}_sum`) - valueOf(before, `${name}_sum`)).toBeCloseTo(2);
  });

  test('names no tenant', async () => {
    const { id } = await fire();
    await runDueJobs(server.context);
    const text = await scrapeAnew();
    for (const word of [organisationId, endpointId, id, 'localhost']) expect(text).not.toContain(word);
  });
});

describe('the measurement', () => {
  const measureWith = (query: (statement: { text: string; values: unknown[] }) => Promise<unknown>) => {
    const { context } = server;
    const database = { ...context.database, pool: { query } } as never;
    const log = { ...context.log, warn: () => {} } as never;
    return measureDeliveryQueue({ ...context, database, log })();
  };

  test('does not fail a scrape when the database is away, and shows nothing old', async () => {
    await scrapeAnew();
    await measureWith(() => Promise.reject(new Error('away')));
    const text = await scrape();
    expect(depthsIn(text)).toEqual({});
    expect(valueOf(text, 'webhook_oldest_due_age_seconds')).toBeNaN();
    expect(depthsIn(await scrapeAnew())).toMatchObject({ due: 0 });
  });

  test('reads what is due by its index and stops at 10 001, whatever waits', async () => {
    const { id } = await fire();
    await server.context.database.pool.query(
      `
      insert into webhook_queued_deliveries (organisation_id, endpoint_id, delivery_id, sequence, due_at)
      select organisation_id, endpoint_id, uuid_v7(), n, created_at
      from webhook_deliveries, generate_series(1001, 41000) n
      where id = $1
      `,
      [id],
    );
    await server.context.database.pool.query('analyze webhook_queued_deliveries, webhook_endpoints');
    expect(depthsIn(await scrapeAnew())).toMatchObject({ due: 10_001 });
    const plan = await explainMeasurement();
    expect(plan).toContain('webhook_queued_deliveries_organisation_id_endpoint_id_due_a_idx');
    expect(plan).not.toContain('Seq Scan on webhook_queued_deliveries');
  });

  const explainMeasurement = async (): Promise<string> => {
    let plan = '';
    await measureWith(async ({ text, values }) => {
      const { pool } = server.context.database;
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return pool.query(text, values);
    });
    return plan;
  };
});
