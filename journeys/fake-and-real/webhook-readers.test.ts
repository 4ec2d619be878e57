import type { FieldInspection } from '@field-inspection/sdk';
import { verifyWebhook } from '@field-inspection/sdk/webhooks';
import { describe, expect, it } from 'vitest';
import { readRefusal, refusal } from '../read-refusal.ts';
import { useEndpoint } from './use-endpoint.ts';
import { useWorlds, type World } from './use-worlds.ts';

describe.each(useWorlds())('%s', (_, open) => {
  let world: World;
  let client: FieldInspection;
  let endpoint: Awaited<ReturnType<FieldInspection['webhookEndpoints']['create']>>;
  const { deliver, fire, read, explain, exhaust, now } = useEndpoint(
    open,
    (given) => void ({ world, client, endpoint } = given),
  );

  it.each([
    ['free', 5],
    ['pilot', 10],
  ] as const)(
    'has room for so many endpoints on the plan %s as it says, of both kinds',
    async (plan, limit) => {
      const { client } = await open({ plan });
      const { id } = await client.webhookEndpoints.create({ url: 'https://example.com/hooks' });
      for (let count = 1; count < limit; count++) await client.webhookEndpoints.create({ kind: 'pull' });
      const full = refusal(409, 'endpoint_limit');
      expect(await readRefusal(client.webhookEndpoints.create({ kind: 'pull' }))).toEqual(full);
      expect(await readRefusal(client.v1.webhooks.create({ url: 'https://example.com/hooks' }))).toEqual(
        full,
      );
      await client.webhookEndpoints.delete(id);
      await client.webhookEndpoints.create({ kind: 'pull' });
    },
  );

  it('gives a reader its events in order, and keeps what it acknowledges', async () => {
    const { id, signing_secret } = await client.webhookEndpoints.create({ kind: 'pull' });
    const pull = (query = {}) => client.webhookEndpoints.pull(id, query);
    const session = await client.sessions.create();
    await client.webhookEndpoints.test(id, { event_type: 'session.joined' });
    const { data, ...page } = await pull();
    expect(page).toEqual({ has_more: false, acknowledged_sequence: 0 });
    const events = data.map((sent) => verifyWebhook({ ...sent, secrets: signing_secret, now: world.now() }));
    expect(events).toMatchObject([
      { type: 'session.created', sequence: 1, data: { id: session.id } },
      { type: 'session.joined', sequence: 2, test: true },
    ]);
    expect(await explain(data[0]!.delivery)).toEqual({
      state: 'waiting_for_reader',
      due_at: null,
      reason: `It was fetched once, last at ${now()}, and no reader has acknowledged it yet.`,
      attempts_left: 0,
      last_error: null,
    });
    expect(await pull({ after_sequence: 1, limit: 1 })).toMatchObject({
      data: [{ sequence: 2, headers: { 'Svc-Delivery-Attempt': '2' } }],
      has_more: false,
      acknowledged_sequence: 1,
    });
    expect(await read(data[0]!.delivery)).toMatchObject({ status: 'delivered', delivered_at: now() });
    const kind = refusal(409, 'endpoint_kind');
    expect(await readRefusal(client.webhookEvents.redeliver(data[0]!.delivery))).toEqual(kind);
    expect(await readRefusal(client.webhookEndpoints.pull(endpoint.id))).toEqual(kind);
    expect(await readRefusal(pull({ after_sequence: 3 }))).toEqual(
      refusal(400, 'validation_error', [['query.after_sequence', 'too_big']]),
    );
    expect(
      await readRefusal(client.webhookEndpoints.create({ kind: 'pull', url: endpoint.url as never })),
    ).toEqual(refusal(400, 'validation_error', [['body.url', 'invalid_value']]));
  });

  it('tells the other endpoints of a pause and of a dropped delivery, and of neither the endpoint itself', async () => {
    const { id } = await client.webhookEndpoints.create({ kind: 'pull' });
    await fire();
    await exhaust();
    await client.webhookEndpoints.update(endpoint.id, { active: false });
    await deliver();
    const { data } = await client.webhookEndpoints.pull(id);
    const told = data.map(({ body }) => JSON.parse(body) as { type: string; data: object });
    expect(told).toMatchObject([
      { type: 'delivery.dropped', data: { endpoint: endpoint.id, status: 'dropped', attempt_count: 6 } },
      { type: 'endpoint.paused', data: { id: endpoint.id, paused_reason: 'you' } },
    ]);
    const own = await client.webhookEvents.list({ endpoint: endpoint.id }).toArray({ limit: 10 });
    expect(own.map(({ event_type }) => event_type)).toEqual(['ping']);
  });

  it('lists by type of event and by session', async () => {
    const session = await client.sessions.create();
    await fire();
    const typesOf = async (query: Parameters<typeof client.webhookEvents.list>[0]) =>
      (await client.webhookEvents.list(query).toArray({ limit: 10 })).map(({ event_type }) => event_type);
    expect(await typesOf({ session: session.id })).toEqual(['session.created']);
    expect(await typesOf({ event_type: 'ping' })).toEqual(['ping']);
    expect(await typesOf({ session: session.id, event_type: 'ping' })).toEqual([]);
  });
});
