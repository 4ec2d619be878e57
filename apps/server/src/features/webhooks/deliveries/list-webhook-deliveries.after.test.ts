import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callApi } from '../../../testing/call-api.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';

let server: WebhookServer;
let client: WebhookServer['client'];
let receiver: WebhookReceiver;
let endpoint: string;

beforeAll(async () => {
  server = await startWebhookServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client, receiver } = await server.openTenant());
  endpoint = (await client.webhookEndpoints.create({ url: receiver.url })).id;
});

const fire = async (times: number, id = endpoint) => {
  for (let count = 0; count < times; count++) await client.webhookEndpoints.test(id);
};
const listAfter = (after_sequence: number, more: object = {}) =>
  client.webhookEvents.list({ endpoint, after_sequence, ...more });
const sequencesAfter = async (after_sequence: number, more: object = {}) =>
  (await listAfter(after_sequence, more).toArray({ limit: 1_000 })).map(({ sequence }) => sequence);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** The sequences go on from the given delivery's; the times run backwards. */
const multiply = (count: number) =>
  server.context.database.pool.query(
    `
    insert into webhook_deliveries
      (organisation_id, id, endpoint_id, event_id, event_type, sequence, next_attempt_at, created_at)
    select organisation_id, uuid_v7(), endpoint_id, event_id, event_type, n, next_attempt_at,
      created_at - n * interval '1 second'
    from webhook_deliveries, generate_series(2, $2::int) n
    where endpoint_id = $1 and sequence = 1
    `,
    [endpoint, count],
  );

describe('GET /webhook-events?endpoint=&after_sequence=', () => {
  test('gives what came after, oldest first by the sequence, page by page, beyond the last 100', async () => {
    await fire(1);
    await multiply(130);
    const pages: number[][] = [];
    for await (const { data } of listAfter(0, { limit: 50 }).iterPages()) {
      pages.push(data.map(({ sequence }) => sequence));
    }
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 30]);
    expect(pages.flat()).toEqual(upTo(130));
    expect(await sequencesAfter(128)).toEqual([129, 130]);
    expect(await sequencesAfter(130)).toEqual([]);
  });

  test('gives each delivery with its event, by which a receiver knows it', async () => {
    await fire(2);
    await runDueJobs(server.context);
    const { data } = await listAfter(1);
    const events = receiver.deliveries.map(
      ({ body }) => JSON.parse(body) as { id: string; sequence: number },
    );
    const missed = events.find(({ sequence }) => sequence === 2)!;
    expect(data).toMatchObject([{ event: missed.id, sequence: 2, status: 'delivered' }]);
  });

  test('skips and repeats nothing while deliveries arrive', async () => {
    await fire(3);
    const first = await listAfter(0, { limit: 2 });
    await fire(2);
    const rest = await client.webhookEvents
      .list({ endpoint, after_sequence: 0, limit: 2, cursor: first.nextCursor! })
      .toArray({ limit: 10 });
    expect([...first.data, ...rest].map(({ sequence }) => sequence)).toEqual(upTo(5));
  });

  test('counts for one endpoint, whatever the others have', async () => {
    const other = await client.webhookEndpoints.create({ url: receiver.url });
    await fire(3);
    await fire(1, other.id);
    expect(await sequencesAfter(0)).toEqual([1, 2, 3]);
  });

  test('filters by status beside it', async () => {
    await fire(2);
    await runDueJobs(server.context);
    await fire(1);
    expect(await sequencesAfter(0, { status: 'delivered' })).toEqual([1, 2]);
    expect(await sequencesAfter(0, { status: 'pending' })).toEqual([3]);
  });

  test("another organisation's endpoint gives an empty list, as an unknown one does", async () => {
    await fire(1);
    const { client: stranger } = await server.openTenant();
    expect((await stranger.webhookEvents.list({ endpoint, after_sequence: 0 })).data).toEqual([]);
  });

  test('reads by the index of the sequence, among any number of deliveries', async () => {
    await fire(1);
    await multiply(20_000);
    await server.context.database.pool.query('analyze webhook_deliveries');
    const { rows } = await server.context.database.pool.query<{ 'QUERY PLAN': string }>(
      `
      explain select * from webhook_deliveries
      where organisation_id = (select organisation_id from webhook_endpoints where id = $1)
        and endpoint_id = $1 and sequence > 100
      order by sequence limit 26
      `,
      [endpoint],
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('endpoint_id_sequence_key');
  });
});

describe('400', () => {
  test('names after_sequence when it comes without its endpoint', async () => {
    const reply = await callApi(server, 'GET /webhook-events?after_sequence=1');
    expect([reply.status, reply.body.code]).toEqual([400, 'validation_error']);
    expect(reply.body.errors).toMatchObject([{ path: 'query.after_sequence' }]);
  });

  test('refuses the cursor of another sequence, and that of the log', async () => {
    await fire(3);
    const { nextCursor } = await listAfter(0, { limit: 1 });
    const log = await client.webhookEvents.list({ endpoint, limit: 1 });
    const refused = { status: 400, code: 'invalid_cursor' };
    await expect(listAfter(1, { cursor: nextCursor! })).rejects.toMatchObject(refused);
    await expect(listAfter(0, { cursor: log.nextCursor! })).rejects.toMatchObject(refused);
    await expect(client.webhookEvents.list({ endpoint, cursor: nextCursor! })).rejects.toMatchObject(refused);
  });
});
