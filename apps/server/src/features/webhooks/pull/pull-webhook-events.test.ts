import { signWebhook, verifyWebhook } from '@field-inspection/sdk/webhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { publishTestEvent } from '../../../testing/publish-test-event.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { startWebhookServer, type WebhookServer } from '../../../testing/start-webhook-receiver.ts';
import { pauseUnreadEndpoints } from '../endpoints/report-disabled-endpoint.job.ts';

const DAY_MS = 86_400_000;

let server: WebhookServer;
let client: WebhookServer['client'];
let organisationId: string;
let endpoint: Awaited<ReturnType<WebhookServer['client']['webhookEndpoints']['create']>>;

beforeAll(async () => {
  server = await startWebhookServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client, organisationId } = await server.openTenant());
  endpoint = await client.webhookEndpoints.create({ kind: 'pull' });
});

const publish = () => publishTestEvent(server.context, organisationId);
const pull = (query: Parameters<typeof client.webhookEndpoints.pull>[1] = {}) =>
  client.webhookEndpoints.pull(endpoint.id, query);
const sequences = async (query: Parameters<typeof pull>[0] = {}) =>
  (await pull(query)).data.map(({ sequence }) => sequence);
const logged = async () => {
  const rows = await client.webhookEvents.list({ endpoint: endpoint.id }).toArray({ limit: 100 });
  return rows.toReversed().map(({ status, attempt_count }) => `${status} ${attempt_count}`);
};

describe('a pull endpoint', () => {
  test('has no URL and a secret, and nobody is pinged for it', () => {
    expect(endpoint).toMatchObject({ kind: 'pull', url: '', active: true });
    expect(endpoint.signing_secret).toMatch(/^whsec_/);
  });

  test('gives the bytes and headers that would be sent, which a receiver would verify, in the order of sequence', async () => {
    await publish();
    await client.webhookEndpoints.test(endpoint.id);
    const { data, has_more } = await pull();
    expect([data.map(({ sequence }) => sequence), has_more]).toEqual([[1, 2], false]);
    const { headers, body, delivery } = data[0]!;
    const event = verifyWebhook({ headers, body, secrets: endpoint.signing_secret, now: server.clock.now() });
    expect(event).toMatchObject({ type: 'session.created', sequence: 1, endpoint: endpoint.id });
    expect(headers).toMatchObject({ 'Svc-Event-Type': 'session.created', 'Svc-Delivery-Attempt': '1' });
    const { 'webhook-id': id, 'webhook-timestamp': at } = headers;
    const own = signWebhook({ body, id: id!, secret: endpoint.signing_secret, timestamp: Number(at) });
    expect(headers).toMatchObject(own);
    expect((await client.webhookEvents.get(delivery)).request.body).toBe(body);
  });

  test('says honestly in the log what was fetched, and that it is delivered once it is acknowledged', async () => {
    for (let count = 0; count < 3; count++) await publish();
    expect(await logged()).toEqual(['pending 0', 'pending 0', 'pending 0']);
    expect(await sequences({ limit: 2 })).toEqual([1, 2]);
    const [first] = (await pull({ limit: 1 })).data;
    expect(await logged()).toEqual(['pending 2', 'pending 1', 'pending 0']);
    const at = server.clock.now().toISOString();
    expect(await client.webhookEvents.explain(first!.delivery)).toMatchObject({
      state: 'waiting_for_reader',
      due_at: null,
      attempts_left: 0,
      reason: `It was fetched 2 times, last at ${at}, and no reader has acknowledged it yet.`,
      delivery: { fetched_at: at },
    });
    expect(await pull({ after_sequence: 2 })).toMatchObject({ acknowledged_sequence: 2, has_more: false });
    expect(await logged()).toEqual(['delivered 2', 'delivered 1', 'pending 1']);
    expect(await client.webhookEvents.get(first!.delivery)).toMatchObject({
      status: 'delivered',
      delivered_at: at,
      next_attempt_at: null,
      response_status: null,
      attempts: [],
    });
  });

  test('goes on after the last one acknowledged, and gives older ones again to who asks for them', async () => {
    for (let count = 0; count < 4; count++) await publish();
    await pull({ after_sequence: 3 });
    expect(await sequences()).toEqual([4]);
    expect(await sequences({ after_sequence: 1 })).toEqual([2, 3, 4]);
    expect(await pull({ after_sequence: 1, limit: 2 })).toMatchObject({
      has_more: true,
      acknowledged_sequence: 3,
    });
  });

  test('is sent nothing: no job and no worker touches its deliveries', async () => {
    await publish();
    await client.webhookEndpoints.test(endpoint.id);
    await runDueJobs(server.context);
    expect(await logged()).toEqual(['pending 0', 'pending 0']);
    const where = { endpoint_id: endpoint.id };
    const { prisma } = server.context.database;
    expect(await prisma.queuedDelivery.count({ where })).toBe(0);
    expect(await prisma.dueEndpoint.count({ where })).toBe(0);
  });

  test('shows no number before all below it, however many write at once', async () => {
    const seen: number[] = [];
    const writing = Promise.all(Array.from({ length: 40 }, publish));
    let isOver = false;
    void writing.then(() => (isOver = true));
    for (let rounds = 0; rounds < 200 && seen.length < 40; rounds++) {
      const after = seen.at(-1) ?? 0;
      seen.push(...(await sequences({ after_sequence: after, limit: 100 })));
      if (isOver && seen.length < 40) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await writing;
    expect(seen).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  });
});

describe('a read that waits', () => {
  test('is answered as soon as there is something', async () => {
    const startedMs = performance.now();
    const waiting = pull({ wait: 20 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await publish();
    expect((await waiting).data).toHaveLength(1);
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });

  test('is answered with nothing when its time is over', async () => {
    expect(await pull({ wait: 1 })).toEqual({ data: [], has_more: false, acknowledged_sequence: 0 });
  });

  test.each([
    ['its endpoint is paused', () => client.webhookEndpoints.update(endpoint.id, { active: false }), 409],
    ['its endpoint is deleted', () => client.webhookEndpoints.delete(endpoint.id), 404],
    [
      'its credential is revoked',
      () =>
        server.context.database.prisma.credential.updateMany({
          where: { organisation_id: organisationId },
          data: { revoked_at: server.clock.now() },
        }),
      401,
    ],
    [
      'its credential is bound to other networks',
      () =>
        server.context.database.prisma.credential.updateMany({
          where: { organisation_id: organisationId },
          data: { allowed_networks: ['192.0.2.0/24'] },
        }),
      401,
    ],
    [
      'its credential has lost the scope',
      () =>
        server.context.database.prisma.credential.updateMany({
          where: { organisation_id: organisationId },
          data: { scopes: ['sessions:read'] },
        }),
      403,
    ],
  ])('ends when %s', async (_, happen, status) => {
    const startedMs = performance.now();
    const waiting = pull({ wait: 20 });
    const answered = expect(waiting).rejects.toMatchObject({ status });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await happen();
    await answered;
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });
});

describe('a read is refused', () => {
  test('404 for who is of another organisation', async () => {
    const { client: stranger } = await server.openTenant();
    const reading = stranger.webhookEndpoints.pull(endpoint.id);
    await expect(reading).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  test('409 of an endpoint that is sent its events, as is a redelivery of one that is read', async () => {
    const { receiver } = { receiver: await server.openReceiver() };
    const push = await client.webhookEndpoints.create({ url: receiver.url });
    const refused = { status: 409, code: 'endpoint_kind' };
    await expect(client.webhookEndpoints.pull(push.id)).rejects.toMatchObject(refused);
    const { id } = await client.webhookEndpoints.test(endpoint.id);
    await expect(client.webhookEvents.redeliver(id)).rejects.toMatchObject(refused);
    const since = new Date(0).toISOString();
    await expect(client.webhookEndpoints.recover(endpoint.id, { since })).rejects.toMatchObject(refused);
    await client.webhookEndpoints.delete(push.id);
  });

  test('400 after a number that was not given yet: it would acknowledge what nobody has seen', async () => {
    await publish();
    await expect(pull({ after_sequence: 2 })).rejects.toMatchObject({
      status: 400,
      code: 'validation_error',
    });
    expect(await logged()).toEqual(['pending 0']);
  });

  test('400 of a URL for an endpoint that is read, before anything is sent to it', async () => {
    const receiver = await server.openReceiver();
    const moving = client.webhookEndpoints.update(endpoint.id, { url: receiver.url });
    await expect(moving).rejects.toMatchObject({
      status: 400,
      code: 'validation_error',
      detail: 'body.url: must be absent: a reader fetches the events of this endpoint',
    });
    expect(receiver.deliveries).toEqual([]);
  });
});

describe('an endpoint that nobody reads', () => {
  const sweep = () => pauseUnreadEndpoints.run(server.context, {});
  const pausedFor = async () => (await client.webhookEndpoints.get(endpoint.id)).paused_reason;

  test('is paused when something has waited for 7 days, and says why', async () => {
    await publish();
    server.clock.advance(7 * DAY_MS - 1);
    await sweep();
    expect(await pausedFor()).toBeNull();
    server.clock.advance(1);
    await sweep();
    server.post.emails.length = 0;
    await runDueJobs(server.context);
    expect(await client.webhookEndpoints.get(endpoint.id)).toMatchObject({
      active: false,
      paused_reason: 'unread',
      paused_at: server.clock.now().toISOString(),
    });
    await expect(pull()).rejects.toMatchObject({ code: 'endpoint_paused' });
    await expect(pull()).rejects.toThrow('nobody fetched its events for days');
    expect(server.post.emails.map(({ text }) => text).join()).toContain('have not been fetched for 7 days');
    await client.webhookEndpoints.update(endpoint.id, { active: true });
    await sweep();
    expect(await sequences()).toEqual([1]);
  });

  test('goes on when it is read, or when nothing waits', async () => {
    const quiet = endpoint;
    server.clock.advance(8 * DAY_MS);
    await sweep();
    expect((await client.webhookEndpoints.get(quiet.id)).active).toBe(true);
    await publish();
    server.clock.advance(6 * DAY_MS);
    await pull();
    server.clock.advance(2 * DAY_MS);
    await sweep();
    expect(await pausedFor()).toBeNull();
  });
});
