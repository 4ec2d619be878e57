import type { FieldInspection } from '@field-inspection/sdk';
import { verifyWebhook } from '@field-inspection/sdk/webhooks';
import { describe, expect, it } from 'vitest';
import { readRefusal, refusal } from '../read-refusal.ts';
import { DAY_MS, SCHEDULE_MS, useEndpoint } from './use-endpoint.ts';
import { useWorlds, type World } from './use-worlds.ts';

const notFound = refusal(404, 'not_found');
const paused = refusal(409, 'endpoint_paused');

describe.each(useWorlds())('%s', (_, open) => {
  let world: World;
  let client: FieldInspection;
  let endpoint: Awaited<ReturnType<FieldInspection['webhookEndpoints']['create']>>;
  const { deliver, fire, read, explain, exhaust, now } = useEndpoint(
    open,
    (given) => void ({ world, client, endpoint } = given),
  );

  it('a URL that names nobody to send to, or a secret beside it, is refused', async () => {
    const blocked = refusal(400, 'validation_error', [['body.url', 'blocked_url']]);
    for (const url of [
      'http://example.com/',
      'https://me:pw@example.com/',
      'https://example.com/#a',
      'https://exam ple.com/',
    ])
      expect(await readRefusal(client.webhookEndpoints.create({ url }))).toEqual(blocked);
  });

  it('a delivery is due at once, sent once, and its answer is in the log', async () => {
    const id = await fire();
    expect(await explain(id)).toEqual({
      state: 'waiting_for_worker',
      due_at: now(),
      reason: 'It is due and waits for a free worker.',
      attempts_left: 6,
      last_error: null,
    });
    const [sent, ...others] = await deliver(202);
    expect(others).toEqual([]);
    const event = verifyWebhook({ ...sent!, secrets: endpoint.signing_secret, now: world.now() });
    expect(event).toMatchObject({ type: 'ping', endpoint: endpoint.id, sequence: 1, data: {} });
    expect(await deliver()).toEqual([]);
    expect(await read(id)).toEqual({
      id,
      endpoint: endpoint.id,
      event_type: 'ping',
      status: 'delivered',
      response_status: 202,
      attempt_count: 1,
      created_at: expect.any(String) as string,
      delivered_at: now(),
      event: event.id,
      sequence: 1,
      fetched_at: null,
      next_attempt_at: null,
      request: {
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'Field-Inspection-Webhooks/1',
          'Svc-Event-Id': event.id,
          'Svc-Event-Type': 'ping',
          'webhook-id': event.id,
        },
        body: sent!.body,
      },
      attempts: [
        {
          number: 1,
          outcome: 'delivered',
          started_at: now(),
          duration_ms: expect.any(Number) as number,
          response_status: 202,
          error_class: null,
          error: null,
          response_excerpt: '',
          response_headers: {},
        },
      ],
    });
    expect(await explain(id)).toEqual({
      state: 'delivered',
      due_at: null,
      reason: 'The receiver answered attempt 1 with 202.',
      attempts_left: 0,
      last_error: null,
    });
  });

  it('a delivery that fails comes again by the schedule with the same body, and is dropped in the end', async () => {
    const id = await fire();
    const bodies: string[] = [];
    for (const [at, delayMs] of SCHEDULE_MS.entries()) {
      world.advance(delayMs - 1);
      expect(at === 0 ? [] : await deliver(503)).toEqual([]);
      world.advance(1);
      const [sent] = await deliver(503);
      bodies.push(sent!.body);
      expect(sent!.headers).toMatchObject({ 'Svc-Delivery-Attempt': String(at + 1) });
      const isLast = at === SCHEDULE_MS.length - 1;
      expect(await explain(id)).toMatchObject({
        state: isLast ? 'dropped' : 'scheduled',
        attempts_left: 5 - at,
        last_error: 'The receiver answered 503.',
      });
    }
    expect(new Set(bodies).size).toBe(1);
    expect(await read(id)).toMatchObject({ status: 'dropped', attempt_count: 6, next_attempt_at: null });
    expect((await explain(id)).reason).toBe(
      'Every attempt of the schedule failed. Redeliver it when the receiver is mended.',
    );
  });

  it('an attempt that got no answer says why', async () => {
    const id = await fire();
    await deliver('unreachable');
    const dueAt = new Date(world.now().getTime() + 30_000).toISOString();
    expect(await read(id)).toMatchObject({
      status: 'failed',
      response_status: null,
      next_attempt_at: dueAt,
      attempts: [
        { outcome: 'failed', response_status: null, error_class: 'unreachable', response_excerpt: null },
      ],
    });
    expect(await explain(id)).toMatchObject({
      state: 'scheduled',
      due_at: dueAt,
      reason: `Attempt 1 failed. The next one is due at ${dueAt}.`,
      last_error: expect.stringContaining('There is nobody.') as string,
    });
  });

  it('redelivers what was delivered or dropped, and what is on its way no second time', async () => {
    const id = await fire();
    expect(await client.webhookEvents.redeliver(id)).toMatchObject({ status: 'pending', attempt_count: 0 });
    const [first] = await deliver();
    const again = await client.webhookEvents.redeliver(id);
    expect(again).toMatchObject({ id, status: 'pending', attempt_count: 1, delivered_at: null, sequence: 1 });
    const [second, ...others] = await deliver();
    expect([second!.body, others]).toEqual([first!.body, []]);
    expect((await read(id)).attempts.map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered']);
    await client.webhookEvents.redeliver(id);
    await exhaust();
    expect(await read(id)).toMatchObject({ status: 'dropped', attempt_count: 8 });
    await client.webhookEvents.redeliver(id);
    expect(await explain(id)).toMatchObject({ state: 'waiting_for_worker', attempts_left: 6 });
  });

  it('recovers what failed or was dropped since a time, and nothing else', async () => {
    const early = await fire();
    await exhaust();
    world.advance(1);
    const since = now();
    const [dropped, delivered] = [await fire(), await fire()];
    await deliver(500);
    await client.webhookEvents.redeliver(delivered);
    await deliver(204);
    for (const delayMs of SCHEDULE_MS.slice(1)) {
      world.advance(delayMs);
      await deliver(500);
    }
    const failed = await fire();
    await deliver(500);
    expect(await client.webhookEndpoints.recover(endpoint.id, { since })).toEqual({ count: 2 });
    expect(await deliver(204)).toHaveLength(2);
    const statuses = await Promise.all([early, dropped, delivered, failed].map(read));
    expect(statuses.map(({ status }) => status)).toEqual(['dropped', 'delivered', 'delivered', 'delivered']);
    expect(await client.webhookEndpoints.recover(endpoint.id, { since })).toEqual({ count: 0 });
    const long = new Date(0).toISOString();
    expect(await client.webhookEndpoints.recover(endpoint.id, { since: long })).toEqual({ count: 1 });
    const wrong = client.webhookEndpoints.recover(endpoint.id, {} as never);
    expect(await readRefusal(wrong)).toEqual(
      refusal(400, 'validation_error', [['body.since', 'invalid_type']]),
    );
  });

  it('sends nothing to a paused endpoint: test fire, redelivery and recovery are refused', async () => {
    const id = await fire();
    await client.webhookEndpoints.update(endpoint.id, { active: false });
    expect(await readRefusal(client.webhookEndpoints.test(endpoint.id))).toEqual(paused);
    expect(await readRefusal(client.webhookEvents.redeliver(id))).toEqual(paused);
    expect(await readRefusal(client.webhookEndpoints.recover(endpoint.id, { since: now() }))).toEqual(paused);
    await client.sessions.create();
    expect(await deliver()).toEqual([]);
    expect(await explain(id)).toMatchObject({ state: 'paused', due_at: null, attempts_left: 6 });
    await client.webhookEndpoints.update(endpoint.id, { active: true });
    expect(await deliver()).toHaveLength(1);
  });

  it('pauses an endpoint whose receiver says that it is gone', async () => {
    const id = await fire();
    await deliver(410);
    expect(await client.webhookEndpoints.get(endpoint.id)).toMatchObject({
      active: false,
      paused_reason: 'gone',
      paused_at: now(),
    });
    expect(await explain(id)).toMatchObject({ state: 'paused', last_error: 'The receiver answered 410.' });
  });

  it('drops what was due to a deleted endpoint, and keeps its log', async () => {
    const id = await fire();
    await client.webhookEndpoints.delete(endpoint.id);
    expect(await deliver()).toEqual([]);
    expect(await explain(id)).toMatchObject({ state: 'dropped', reason: 'Its endpoint was deleted.' });
    expect(await readRefusal(client.webhookEvents.redeliver(id))).toEqual(notFound);
    expect((await client.webhookEndpoints.list()).data).toEqual([]);
  });

  it('signs with both secrets for 24 hours after a rotation, and with two at most', async () => {
    const { signing_secret: second } = await client.webhookEndpoints.update(endpoint.id, {
      rotate_secret: true,
    });
    const listSecrets = async (...secrets: string[]) => {
      await fire();
      const [sent] = await deliver();
      return secrets.filter((secret) => {
        try {
          return verifyWebhook({ ...sent!, secrets: secret, now: world.now() });
        } catch {
          return false;
        }
      });
    };
    const first = endpoint.signing_secret;
    expect(await listSecrets(first, second!)).toEqual([first, second]);
    const { signing_secret: third } = await client.webhookEndpoints.update(endpoint.id, {
      rotate_secret: true,
    });
    expect(await listSecrets(first, second!, third!)).toEqual([second, third]);
    world.advance(DAY_MS - 1);
    expect(await listSecrets(first, second!, third!)).toEqual([second, third]);
    world.advance(1);
    expect(await listSecrets(first, second!, third!)).toEqual([third]);
  });

  it('lists the last 100 deliveries by endpoint and status, and what came after a sequence', async () => {
    const other = await client.webhookEndpoints.create({ url: 'https://example.com/others' });
    const first = await fire();
    for (let count = 0; count < 2; count++) {
      world.advance(1);
      await fire();
    }
    await client.webhookEndpoints.test(other.id);
    await deliver(500);
    await client.webhookEvents.redeliver(first);
    const sequencesOf = async (query: Parameters<typeof client.webhookEvents.list>[0]) =>
      (await client.webhookEvents.list(query).toArray({ limit: 200 })).map(({ sequence }) => sequence);
    expect(await sequencesOf({ endpoint: other.id })).toEqual([1]);
    expect(await sequencesOf({ endpoint: endpoint.id, status: 'failed' })).toEqual([3, 2]);
    expect(await sequencesOf({ endpoint: endpoint.id, status: 'pending' })).toEqual([1]);
    expect(await sequencesOf({ endpoint: endpoint.id, after_sequence: 1, limit: 1 })).toEqual([2, 3]);
    expect(await readRefusal(client.webhookEvents.list({ after_sequence: 1 }))).toEqual(
      refusal(400, 'validation_error', [['query.after_sequence', 'invalid_value']]),
    );
    expect(await sequencesOf({})).toHaveLength(4);
    world.advance(1);
    // Even on a slow machine an organisation may have so many events under way.
    for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 5 }, fire));
    const shown = (await sequencesOf({})).sort((a, b) => a - b);
    expect(shown).toEqual(Array.from({ length: 100 }, (__, at) => 4 + at));
  });

  it('knows no delivery by a wrong id', async () => {
    for (const id of ['019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01', 'no-uuid']) {
      expect(await readRefusal(client.webhookEvents.get(id))).toEqual(notFound);
      expect(await readRefusal(client.webhookEvents.explain(id))).toEqual(notFound);
      expect(await readRefusal(client.webhookEvents.redeliver(id))).toEqual(notFound);
      const recovery = client.webhookEndpoints.recover(id, { since: now() });
      expect(await readRefusal(recovery)).toEqual(notFound);
    }
  });
});
