import type { WebhookDelivery } from '@field-inspection/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';
import { startWebhookServer, type WebhookServer } from '../../../testing/start-webhook-receiver.ts';

let server: WebhookServer;

beforeAll(async () => {
  server = await startWebhookServer();
});
afterAll(() => server.close());

const openTenant = async () => {
  const tenant = await server.openTenant();
  return { ...tenant, endpoint: await tenant.client.webhookEndpoints.create({ url: tenant.receiver.url }) };
};

const fire = async ({ client, endpoint }: Awaited<ReturnType<typeof openTenant>>, times: number) => {
  const fired: WebhookDelivery[] = [];
  for (let count = 0; count < times; count++) {
    server.clock.advance(count % 3 === 0 ? 1 : 0);
    fired.push(await client.webhookEndpoints.test(endpoint.id));
  }
  return fired;
};

describe('GET /webhook-events', () => {
  test('shows where each delivery stands', async () => {
    const tenant = await openTenant();
    const [delivered] = await fire(tenant, 1);
    await runDueJobs(server.context);
    tenant.receiver.answer(() => ({ status: 418 }));
    const [failed] = await fire(tenant, 1);
    await runDueJobs(server.context);
    await tenant.receiver.close();
    const [unreachable] = await fire(tenant, 1);
    await runDueJobs(server.context);
    const [pending] = await fire(tenant, 1);
    const { data } = await tenant.client.webhookEvents.list();
    const shown = {
      fetched_at: null,
      endpoint: tenant.endpoint.id,
      event_type: 'ping',
      event: expect.any(String),
      created_at: expect.any(String),
    };
    const before = { attempt_count: 0, response_status: null, delivered_at: null };
    const after = { ...before, attempt_count: 1 };
    const time = expect.any(String);
    expect(data).toEqual([
      { ...shown, ...before, id: pending!.id, status: 'pending', sequence: 4 },
      { ...shown, ...after, id: unreachable!.id, status: 'failed', sequence: 3 },
      { ...shown, ...after, id: failed!.id, status: 'failed', response_status: 418, sequence: 2 },
      {
        ...shown,
        ...after,
        id: delivered!.id,
        status: 'delivered',
        response_status: 204,
        delivered_at: time,
        sequence: 1,
      },
    ]);
  });

  test('shows the last 100, newest first, page by page', async () => {
    const tenant = await openTenant();
    const fired = await fire(tenant, 105);
    const pages = [];
    for await (const { data } of tenant.client.webhookEvents.list({ limit: 40 }).iterPages())
      pages.push(data);
    expect(pages.map(({ length }) => length)).toEqual([40, 40, 20]);
    const positionOf = ({ created_at, id }: WebhookDelivery) => `${created_at} ${id}`;
    const newestFirst = fired.map(positionOf).toSorted().toReversed();
    expect(pages.flat().map(positionOf)).toEqual(newestFirst.slice(0, 100));
  });

  test('filters choose among the last 100: what is older is not shown, whatever matches', async () => {
    const tenant = await openTenant();
    await fire(tenant, 2);
    await runDueJobs(server.context);
    const second = await tenant.client.webhookEndpoints.create({ url: tenant.receiver.url });
    await fire({ ...tenant, endpoint: second }, 99);
    const { client } = tenant;
    expect((await client.webhookEvents.list({ endpoint: tenant.endpoint.id })).data).toHaveLength(1);
    expect((await client.webhookEvents.list({ status: 'delivered' })).data).toHaveLength(1);
    expect((await client.webhookEvents.list({ status: 'delivered', endpoint: second.id })).data).toEqual([]);
    const pending = await client.webhookEvents.list({ status: 'pending', limit: 10 }).toArray({ limit: 200 });
    expect(pending).toHaveLength(99);
  });

  test('a cursor belongs to its filters', async () => {
    const tenant = await openTenant();
    await fire(tenant, 2);
    const { nextCursor } = await tenant.client.webhookEvents.list({ limit: 1, status: 'pending' });
    await expect(tenant.client.webhookEvents.list({ limit: 1, cursor: nextCursor! })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_cursor',
    });
  });

  test("another organisation's endpoint gives an empty list, as an unknown one does", async () => {
    const tenant = await openTenant();
    await fire(tenant, 1);
    const stranger = server.clientOf((await seedOrganisation(server.context)).apiKey);
    expect((await stranger.webhookEvents.list()).data).toEqual([]);
    expect((await stranger.webhookEvents.list({ endpoint: tenant.endpoint.id })).data).toEqual([]);
  });

  test("a deleted endpoint's deliveries stay in the log", async () => {
    const tenant = await openTenant();
    const fired = await fire(tenant, 1);
    await tenant.client.webhookEndpoints.delete(tenant.endpoint.id);
    const { data } = await tenant.client.webhookEvents.list({ status: 'dropped' });
    expect(data.map(({ id }) => id)).toEqual(fired.map(({ id }) => id));
  });

  test.each([
    ['status', { status: 'lost' }],
    ['endpoint', { endpoint: 'not-an-id' }],
    ['limit', { limit: '101' }],
  ])('400 names a %s that is not valid', async (name, query) => {
    const url = `${server.baseUrl}/api/v1/public/webhook-events?${new URLSearchParams(query as never)}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${server.seed.apiKey}` } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'validation_error',
      errors: [{ path: `query.${name}` }],
    });
  });
});
