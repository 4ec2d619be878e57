import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';

let server: WebhookServer;
let client: WebhookServer['client'];
let receiver: WebhookReceiver;
let organisationId: string;

beforeAll(async () => {
  server = await startWebhookServer();
  ({ client, receiver, organisationId } = await server.openTenant());
  await client.webhookEndpoints.create({ url: receiver.url });
});
afterAll(() => server.close());

const typesOf = async (query: Parameters<typeof client.webhookEvents.list>[0]) =>
  (await client.webhookEvents.list(query).toArray({ limit: 500 })).map(({ event_type }) => event_type);

test('lists all that is kept of a session and of a type, also what the last 100 no longer show', async () => {
  const session = await client.sessions.create();
  const other = await client.sessions.create();
  const { id: endpoint } = (await client.webhookEndpoints.list()).data[0]!;
  for (let count = 0; count < 101; count++) await client.webhookEndpoints.test(endpoint);
  expect(await typesOf({})).toEqual(Array.from({ length: 100 }, () => 'ping'));
  expect(await typesOf({ session: session.id })).toEqual(['session.created']);
  expect(await typesOf({ event_type: 'session.created' })).toEqual(['session.created', 'session.created']);
  expect(await typesOf({ event_type: 'ping', limit: 30 })).toHaveLength(101);
  expect(await typesOf({ session: other.id, event_type: 'ping' })).toEqual([]);
  expect(await typesOf({ session: other.id, endpoint, status: 'pending' })).toEqual(['session.created']);
  expect(await typesOf({ endpoint, after_sequence: 1, event_type: 'session.created' })).toHaveLength(1);
  const { client: stranger } = await server.openTenant();
  expect((await stranger.webhookEvents.list({ session: session.id })).data).toEqual([]);
});

test.each([
  ['a type', "d.event_type = 'session.joined'", /webhook_deliveries_event_type/],
  [
    'a session',
    `d.event_id in (
      select e.id from events e where e.organisation_id = d.organisation_id
        and e.session_id = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01'
    )`,
    /events_session_id_idx/,
  ],
])('%s is found by its index among many', async (_, filter, index) => {
  const { pool } = server.context.database;
  await pool.query(
    `
    with filled as (
      insert into events (organisation_id, id, type, session_id, data, created_at)
      select $1, gen_random_uuid(), 'session.created', gen_random_uuid(), '{}', now() - n * interval '1 second'
      from generate_series(1, 5000) n
      returning *
    )
    insert into webhook_deliveries
      (organisation_id, id, endpoint_id, event_id, event_type, sequence, status, delivered_at, created_at)
    select $1, gen_random_uuid(), w.id, e.id, e.type,
      1000 + (select max(sequence) from webhook_deliveries) + row_number() over (), 'delivered', now(), e.created_at
    from filled e
    join webhook_endpoints w on w.organisation_id = $1
    `,
    [organisationId],
  );
  await pool.query('analyze events, webhook_deliveries');
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`
    explain select * from (
      select d.* from webhook_deliveries d
      where d.organisation_id = '${organisationId}' and ${filter}
    ) log
    order by created_at desc, id desc limit 26
  `);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(index);
});
