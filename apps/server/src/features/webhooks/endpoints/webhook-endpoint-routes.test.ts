import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';

let server: WebhookServer;
let receiver: WebhookReceiver;

beforeAll(async () => {
  server = await startWebhookServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  receiver = await server.openReceiver();
});

const create = (body: object = {}) => server.client.webhookEndpoints.create({ url: receiver.url, ...body });
const rowOf = (id: string) => server.context.database.prisma.webhookEndpoint.findFirst({ where: { id } });
const deliveriesOf = (endpoint_id: string) =>
  server.context.database.prisma.webhookDelivery.findMany({
    where: { endpoint_id },
    orderBy: { sequence: 'asc' },
  });

describe('GET /webhook-endpoints', () => {
  test('lists newest first, page by page, without secrets and without what was deleted', async () => {
    const { apiKey } = await seedOrganisation(server.context);
    const client = server.clientOf(apiKey);
    const made: string[] = [];
    for (let count = 0; count < 5; count++) {
      server.clock.advance(count % 2);
      made.push((await client.webhookEndpoints.create({ url: receiver.url })).id);
    }
    await client.webhookEndpoints.delete(made[2]!);
    const listed: string[] = [];
    for await (const endpoint of client.webhookEndpoints.list({ limit: 2 })) {
      expect(Object.keys(endpoint).sort()).toEqual([
        'active',
        'created_at',
        'description',
        'event_types',
        'id',
        'kind',
        'paused_at',
        'paused_reason',
        'url',
      ]);
      listed.push(endpoint.id);
    }
    expect(listed).toHaveLength(4);
    expect(listed.toSorted()).toEqual(made.toSpliced(2, 1).toSorted());
    const times = await Promise.all(listed.map(async (id) => (await rowOf(id))!.created_at.getTime()));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  test('one endpoint is shown as the list shows it', async () => {
    const { signing_secret: _, ...shown } = await create();
    await expect(server.client.webhookEndpoints.get(shown.id)).resolves.toEqual(shown);
  });
});

describe('PATCH /webhook-endpoints/{id}', () => {
  test('what is absent stays, and no ping is sent', async () => {
    const { signing_secret: _, ...endpoint } = await create({
      description: 'a',
      event_types: ['session.created'],
    });
    const { id } = endpoint;
    await expect(server.client.webhookEndpoints.update(id, {})).resolves.toEqual(endpoint);
    await expect(server.client.webhookEndpoints.update(id, { description: 'b' })).resolves.toEqual({
      ...endpoint,
      description: 'b',
    });
    await expect(server.client.webhookEndpoints.update(id, { event_types: [] })).resolves.toMatchObject({
      description: 'b',
      event_types: [],
    });
    await expect(server.client.webhookEndpoints.update(id, { url: endpoint.url })).resolves.toMatchObject({
      id,
    });
    expect(receiver.probes).toHaveLength(1);
  });

  test('a new url is sent a ping first, and stays out when that fails', async () => {
    const endpoint = await create();
    const other = await server.openReceiver();
    other.answer(() => ({ status: 500 }));
    const change = () => server.client.webhookEndpoints.update(endpoint.id, { url: other.url });
    await expect(change()).rejects.toMatchObject({
      status: 400,
      code: 'validation_error',
      errors: [{ path: 'body.url', code: 'bad_status' }],
    });
    await expect(server.client.webhookEndpoints.get(endpoint.id)).resolves.toMatchObject({
      url: receiver.url,
    });
    other.answer(() => ({ status: 200 }));
    await expect(change()).resolves.toMatchObject({ url: other.url });
    expect(JSON.parse(other.probes.at(-1)!.body)).toMatchObject({ endpoint: endpoint.id, type: 'ping' });
  });

  test('only rotate_secret: true gives a secret, a new one each time', async () => {
    const endpoint = await create();
    const unrotated = await server.client.webhookEndpoints.update(endpoint.id, { rotate_secret: false });
    expect(unrotated).not.toHaveProperty('signing_secret');
    const rotations = await Promise.all(
      [1, 2, 3].map(() => server.client.webhookEndpoints.update(endpoint.id, { rotate_secret: true })),
    );
    const secrets = [endpoint, ...rotations].map(({ signing_secret }) => signing_secret);
    expect(new Set(secrets).size).toBe(4);
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });
});

describe('DELETE /webhook-endpoints/{id}', () => {
  test('204, then it is as missing as one that never was', async () => {
    const { id } = await create();
    await expect(server.client.webhookEndpoints.delete(id).asResponse()).resolves.toMatchObject({
      status: 204,
    });
    const missing = { status: 404, code: 'not_found' };
    await expect(server.client.webhookEndpoints.get(id)).rejects.toMatchObject(missing);
    await expect(server.client.webhookEndpoints.update(id, { active: true })).rejects.toMatchObject(missing);
    await expect(server.client.webhookEndpoints.delete(id)).rejects.toMatchObject(missing);
    await expect(server.client.webhookEndpoints.test(id)).rejects.toMatchObject(missing);
  });

  test('what was still due is dropped, what was delivered stays so, and nothing is sent any more', async () => {
    const { id } = await create();
    await server.client.webhookEndpoints.test(id);
    await runDueJobs(server.context);
    receiver.answer(() => ({ status: 500 }));
    await server.client.webhookEndpoints.test(id);
    await runDueJobs(server.context);
    await server.client.webhookEndpoints.test(id);
    await server.client.webhookEndpoints.delete(id);
    const sent = receiver.deliveries.length;
    server.clock.advance(86_400_000);
    await runDueJobs(server.context);
    expect(receiver.deliveries).toHaveLength(sent);
    expect(await deliveriesOf(id)).toMatchObject([
      { status: 'delivered', attempt_count: 1 },
      { status: 'dropped', attempt_count: 1, next_attempt_at: null },
      { status: 'dropped', attempt_count: 0, next_attempt_at: null },
    ]);
  });

  test('its secrets are wiped', async () => {
    const { id } = await create();
    await server.client.webhookEndpoints.update(id, { rotate_secret: true });
    await server.client.webhookEndpoints.delete(id);
    expect(await rowOf(id)).toMatchObject({ secret_sealed: '', previous_secret_sealed: null });
  });
});

describe('POST /webhook-endpoints/{id}/test', () => {
  test('202 and the delivery, which arrives whatever the endpoint subscribes to', async () => {
    const endpoint = await create({ event_types: ['session.expired'] });
    const delivery = await server.client.webhookEndpoints.test(endpoint.id);
    expect(delivery).toEqual({
      id: expect.any(String),
      endpoint: endpoint.id,
      event_type: 'ping',
      status: 'pending',
      response_status: null,
      attempt_count: 0,
      created_at: server.clock.now().toISOString(),
      delivered_at: null,
      event: expect.any(String),
      sequence: 1,
      fetched_at: null,
    });
    await runDueJobs(server.context);
    expect(receiver.deliveries.map(({ body }) => JSON.parse(body))).toMatchObject([
      { id: delivery.event, type: 'ping', endpoint: endpoint.id, sequence: 1, data: {} },
    ]);
  });

  test('409 when the endpoint is paused, and nothing is sent or counted', async () => {
    const { id } = await create();
    await server.client.webhookEndpoints.update(id, { active: false });
    await expect(server.client.webhookEndpoints.test(id)).rejects.toMatchObject({
      status: 409,
      code: 'endpoint_paused',
    });
    await server.client.webhookEndpoints.update(id, { active: true });
    await server.client.webhookEndpoints.test(id);
    expect(await deliveriesOf(id)).toMatchObject([{ sequence: 1n }]);
  });
});

describe('another organisation', () => {
  test('finds no endpoint, changes none, pings none and lists none', async () => {
    const { id } = await create();
    const stranger = server.clientOf((await seedOrganisation(server.context)).apiKey).webhookEndpoints;
    const other = await server.openReceiver();
    const missing = { status: 404, code: 'not_found' };
    await expect(stranger.get(id)).rejects.toMatchObject(missing);
    await expect(stranger.update(id, { active: false })).rejects.toMatchObject(missing);
    await expect(stranger.update(id, { url: other.url })).rejects.toMatchObject(missing);
    await expect(stranger.delete(id)).rejects.toMatchObject(missing);
    await expect(stranger.test(id)).rejects.toMatchObject(missing);
    expect((await stranger.list()).data).toEqual([]);
    expect(other.probes).toEqual([]);
    await expect(server.client.webhookEndpoints.get(id)).resolves.toMatchObject({
      active: true,
      url: receiver.url,
    });
  });
});
