import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../../platform/logger.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
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
const countRows = () => server.context.database.prisma.webhookEndpoint.count();
const refused = (message: RegExp, code: string) => ({
  status: 400,
  code: 'validation_error',
  detail: expect.stringMatching(message),
  errors: [{ path: 'body.url', code, message: expect.stringMatching(message) }],
});

describe('POST /webhook-endpoints', () => {
  test('201 with the secret; what is optional has its default', async () => {
    const endpoint = await create();
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: receiver.url,
      description: '',
      event_types: [],
      kind: 'push',
      active: true,
      paused_reason: null,
      paused_at: null,
      created_at: server.clock.now().toISOString(),
      signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
  });

  test('the URL gets one ping: unsigned, without data, and naming the endpoint to be', async () => {
    const endpoint = await create({
      description: 'Main',
      event_types: ['session.created', 'session.created'],
    });
    expect(endpoint).toMatchObject({ description: 'Main', event_types: ['session.created'] });
    expect(receiver.deliveries).toEqual([]);
    expect(receiver.probes).toHaveLength(1);
    const [{ headers, body }] = receiver.probes as [WebhookReceiver['probes'][number]];
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'svc-event-type': 'ping' });
    expect(headers).not.toHaveProperty('webhook-signature');
    expect(JSON.parse(body)).toEqual({
      id: headers['svc-event-id'],
      type: 'ping',
      created_at: server.clock.now().toISOString(),
      api_version: 'v1',
      organisation_id: server.seed.organisationId,
      endpoint: endpoint.id,
      sequence: 0,
      data: {},
    });
  });

  test('the secret is stored sealed only', async () => {
    const endpoint = await create();
    const row = await rowOf(endpoint.id);
    expect(
      JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
    ).not.toContain(endpoint.signing_secret.slice('whsec_'.length));
  });

  test.each([200, 204, 299])('a ping answered with %i is enough', async (status) => {
    receiver.answer(() => ({ status }));
    await expect(create()).resolves.toMatchObject({ active: true });
  });

  test.each([
    ['an error', 500, /answered the ping with 500\. It must answer 2xx/],
    ['not found', 404, /answered the ping with 404/],
    ['a redirect', 302, /answered the ping with 302\. Redirects are not followed/],
  ])('400 when the ping is answered with %s, and nothing is stored', async (_, status, message) => {
    receiver.answer(() => ({ status, headers: { location: 'https://example.com/' } }));
    const before = await countRows();
    await expect(create()).rejects.toMatchObject(refused(message, 'bad_status'));
    expect(await countRows()).toBe(before);
  });

  test('400 when nobody listens', async () => {
    await receiver.close();
    await expect(create()).rejects.toMatchObject(
      refused(/had no answer\. The host refused the connection/, 'refused'),
    );
  });

  test.each([
    ['plain http', 'http://example.com/hooks', 'blocked_url', 'The URL must begin with https:// and a host.'],
    ['another scheme', 'file:///etc/passwd', 'blocked_url', 'The URL must begin with https:// and a host.'],
    ['no URL', 'example.com', 'blocked_url', 'The URL must begin with https:// and a host.'],
    [
      'a user name',
      'https://me:pw@example.com/',
      'blocked_url',
      'The URL must not carry a user name or password.',
    ],
    [
      'a port of a service that speaks no HTTP',
      'https://example.com:6379/',
      'blocked_url',
      'Port 6379 belongs to a service that does not speak HTTP.',
    ],
    [
      'the metadata address, even where private networks are allowed',
      'https://169.254.169.254/',
      'blocked_address',
      'The URL names an address that requests are not sent to.',
    ],
  ])('400 for %s, and no request is made', async (_, url, code, message) => {
    await expect(create({ url })).rejects.toMatchObject({
      status: 400,
      code: 'validation_error',
      detail: `body.url: ${message}`,
      errors: [{ path: 'body.url', code, message }],
    });
  });

  test('400 names an event type that there is not', async () => {
    await expect(create({ event_types: ['session.created', 'session.exploded'] })).rejects.toMatchObject({
      status: 400,
      code: 'validation_error',
      errors: [{ path: 'body.event_types.1' }],
    });
    expect(receiver.probes).toEqual([]);
  });

  test('a repeated call with the same key is one endpoint, one ping and the same secret', async () => {
    const idempotencyKey = randomUUID();
    const body = { url: receiver.url };
    const first = await server.client.webhookEndpoints.create(body, { idempotencyKey });
    const second = await server.client.webhookEndpoints.create(body, { idempotencyKey });
    expect(second).toEqual(first);
    expect(receiver.probes).toHaveLength(1);
  });

  test('a failed ping does not use the key up', async () => {
    const idempotencyKey = randomUUID();
    receiver.answer(() => ({ status: 503 }));
    const call = () => server.client.webhookEndpoints.create({ url: receiver.url }, { idempotencyKey });
    await expect(call()).rejects.toMatchObject({ status: 400 });
    receiver.answer(() => ({ status: 200 }));
    await expect(call()).resolves.toMatchObject({ url: receiver.url });
  });
});

describe('the log', () => {
  test('shows neither a secret nor the URL of a receiver, which may hold a token, whatever the level', async () => {
    const lines: string[] = [];
    const log = createLogger('debug', { write: (line) => void lines.push(line) });
    const logged = await startWebhookServer({}, { log });
    const ours = await logged.openReceiver();
    const endpoint = await logged.client.webhookEndpoints.create({ url: `${ours.url}?token=hush` });
    const rotated = await logged.client.webhookEndpoints.update(endpoint.id, { rotate_secret: true });
    ours.answer(() => ({ status: 410 }));
    await logged.client.webhookEndpoints.test(endpoint.id);
    await runDueJobs(logged.context);
    const text = lines.join('');
    expect(text).toContain('webhook attempt');
    for (const secret of [endpoint.signing_secret, rotated.signing_secret!]) {
      expect(text).not.toContain(secret.slice('whsec_'.length));
    }
    expect(text).not.toContain('hush');
    await logged.close();
  });
});
