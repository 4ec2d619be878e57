import { describe, expect, it } from 'vitest';
import { FieldInspection } from '../../client.ts';
import { receiveWebhook } from '../../webhooks/receive-webhook.ts';
import { createFakeService } from '../create-fake-service.ts';

const HOOKS = 'https://example.com/hooks';

async function open() {
  const service = createFakeService();
  const client = new FieldInspection(service.clientOptions);
  const endpoint = await client.webhookEndpoints.create({ url: HOOKS });
  const newestDelivery = async () => (await client.webhookEvents.list()).data[0]!.id;
  const statusesOf = async () => (await client.webhookEvents.list()).data.map(({ status }) => status);
  return { service, client, endpoint, statusesOf, newestDelivery };
}

describe('deliver()', () => {
  it('gives what is due to a receiver, which may be the SDK’s own, and keeps its answer', async () => {
    const { service, client, endpoint, statusesOf } = await open();
    const handled: string[] = [];
    await client.sessions.create({ notes: 'Roof' });
    service.advance(86_400_000);
    const sent = await service.deliver((delivery) =>
      receiveWebhook(delivery, {
        secrets: endpoint.signing_secret,
        now: service.now,
        on: { 'session.created': ({ data }) => handled.push(data.notes) },
      }),
    );
    expect(sent.map(({ url, type }) => [url, type])).toEqual([[HOOKS, 'session.created']]);
    expect([handled, await statusesOf()]).toEqual([['Roof'], ['delivered']]);
    expect(await service.deliver(() => ({ status: 500 }))).toEqual([]);
  });

  it('gives again what a receiver refuses or throws at, once the wait of the schedule is over', async () => {
    const { service, client, statusesOf, newestDelivery } = await open();
    await client.sessions.create();
    await service.deliver(() => Response.json({}, { status: 503 }));
    service.advance(29_999);
    expect(await service.deliver(() => ({ status: 204 }))).toEqual([]);
    service.advance(1);
    await service.deliver(() => {
      throw new Error('not at home');
    });
    service.advance(300_000);
    const [third] = await service.deliver(async () => ({ status: 204 }));
    expect(third?.headers['Svc-Delivery-Attempt']).toBe('3');
    expect(await statusesOf()).toEqual(['delivered']);
    const id = await newestDelivery();
    const { attempts } = await client.webhookEvents.get(id);
    expect(attempts.map(({ response_status, error }) => [response_status, error])).toEqual([
      [503, null],
      [null, 'Error: not at home'],
      [204, null],
    ]);
  });

  it('gives again when the Retry-After of a receiver says, within this wait of the schedule and the next', async () => {
    const { service, client, newestDelivery } = await open();
    await client.sessions.create();
    await service.deliver(() => new Response(null, { status: 429, headers: { 'Retry-After': '120' } }));
    const { attempts, next_attempt_at } = await client.webhookEvents.get(await newestDelivery());
    expect(Date.parse(next_attempt_at!) - service.now().getTime()).toBe(120_000);
    expect(attempts[0]!.response_headers).toEqual({ 'retry-after': '120' });
    service.advance(119_999);
    expect(await service.deliver(() => ({ status: 204 }))).toEqual([]);
    service.advance(1);
    expect(await service.deliver(() => ({ status: 204 }))).toHaveLength(1);
  });

  it('is in progress while the receiver works, and what is asked for meanwhile is not sent twice', async () => {
    const { service, client, newestDelivery } = await open();
    await client.sessions.create();
    const id = await newestDelivery();
    const states: string[] = [];
    await service.deliver(async () => {
      states.push((await client.webhookEvents.explain(id)).state);
      await client.webhookEvents.redeliver(id);
      expect(service.takeDeliveries()).toEqual([]);
      return { status: 204 };
    });
    expect(states).toEqual(['in_progress']);
    expect(await client.webhookEvents.get(id)).toMatchObject({ status: 'delivered', attempt_count: 1 });
  });

  it('keeps dropped what was deleted while the receiver worked', async () => {
    const { service, client, endpoint, statusesOf } = await open();
    await client.sessions.create();
    await service.deliver(async () => {
      await client.webhookEndpoints.delete(endpoint.id);
      return { status: 204 };
    });
    expect(await statusesOf()).toEqual(['dropped']);
  });
});

it('takeDeliveries() takes each once, as delivered, in the order of the events', async () => {
  const { service, client, statusesOf } = await open();
  const session = await client.sessions.create();
  service.expire(session.id);
  expect(service.takeDeliveries().map(({ type }) => type)).toEqual(['session.created', 'session.expired']);
  expect(service.takeDeliveries()).toEqual([]);
  expect(await statusesOf()).toEqual(['delivered', 'delivered']);
});

it.each([
  ['http://example.com/', 'The URL must begin with https:// and a host.'],
  ['https:example.com', 'The URL must begin with https:// and a host.'],
  ['https://me:pw@example.com/', 'The URL must not carry a user name or password.'],
  ['https://@example.com/', 'The URL must not carry a user name or password.'],
  ['https://example.com/#top', 'The URL must not have a fragment.'],
  ['https://example.com\\hooks', 'The URL must not contain spaces, control characters or \\.'],
  ['https://exam\tple.com/', 'The URL must not contain spaces, control characters or \\.'],
  ['https://example.com./', 'The host must not end with a dot.'],
  ['https://[::1/', 'The URL is not valid.'],
])('to %j nothing is sent, and the service says why', async (url, message) => {
  const { client, endpoint } = await open();
  const refusal = { errors: [{ path: 'body.url', code: 'blocked_url', message }] };
  await expect(client.webhookEndpoints.create({ url })).rejects.toMatchObject(refusal);
  await expect(client.webhookEndpoints.update(endpoint.id, { url })).rejects.toMatchObject(refusal);
});
