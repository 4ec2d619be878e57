import {
  EMITTED_EVENT_TYPES,
  SUBSCRIBABLE_EVENT_TYPES,
  webhookEventSchemas,
} from '@field-inspection/contract';
import { ERROR_CODES, ERRORS } from '@field-inspection/contract/plain';
import { listEventFaults } from '@field-inspection/contract/testing/list-event-faults';
import { Refusal } from '@field-inspection/rules';
import fc from 'fast-check';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { describe, expect, it } from 'vitest';
import { FieldInspection } from '../client.ts';
import { RateLimitError } from '../errors/api-error.ts';
import { ConnectionError, TimeoutError } from '../errors/request-error.ts';
import type { ClientOptions } from '../requests/options.ts';
import { verifyWebhook } from '../webhooks/verify-webhook.ts';
import type { FakeFault } from './create-fake-fetch.ts';
import { createFakeService } from './create-fake-service.ts';
import { createMswHandlers } from './create-msw-handlers.ts';
import type { FakeEvents } from './contract/vocabulary.ts';
import { createEvent } from './deliveries/create-event.ts';
import { createWebhook } from './deliveries/create-webhook.ts';
import { describeRefusal } from './front/answer-request.ts';

const open = (options: ClientOptions = {}) => {
  const service = createFakeService();
  return { service, client: new FieldInspection({ ...service.clientOptions, ...options }) };
};

it('refuses with the statuses and titles of the contract', () => {
  for (const code of ERROR_CODES) {
    const { status, body } = describeRefusal({ baseUrl: '' }, new Refusal(code, 'Not now.'));
    expect({ status, body }).toMatchObject({ status: ERRORS[code].status, body: ERRORS[code] });
  }
});

it('takes the event types of the contract', async () => {
  const { client } = open();
  const event_types = [...SUBSCRIBABLE_EVENT_TYPES];
  const endpoint = await client.webhookEndpoints.create({ url: 'https://example.com/hooks', event_types });
  expect(endpoint.event_types).toEqual(event_types);
});

it.each(EMITTED_EVENT_TYPES)('makes an event of %s whose status, times and ids fit it', (type) => {
  expect(listEventFaults(createEvent(type))).toEqual([]);
});

describe('a fault', () => {
  it.each<[FakeFault, number]>([
    [{ kind: 'rate_limited', retryAfterSeconds: 7 }, 1],
    [{ kind: 'server_error' }, 1],
    [{ kind: 'network_error' }, 1],
    [{ kind: 'lost_reply' }, 1],
    [{ kind: 'cut_body' }, 1],
  ])('is survived by a retry, and the write is done once: %j', async (fault, count) => {
    const { service, client } = open();
    service.failNext(fault);
    const session = await client.sessions.create({ notes: 'Roof' });
    expect(service.sessions()).toEqual([session]);
    expect(service.sessions()).toHaveLength(count);
    const keys = service.requests.map(({ idempotencyKey }) => idempotencyKey);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it('slow is a timeout of the attempt', async () => {
    const { service, client } = open({ timeoutMs: 5, maxRetries: 0 });
    service.failNext({ kind: 'slow', delayMs: 60_000 });
    await expect(client.sessions.list()).rejects.toThrow(TimeoutError);
  });

  it('without retries is the error that it is', async () => {
    const { service, client } = open({ maxRetries: 0 });
    service.failNext({ kind: 'rate_limited', retryAfterSeconds: 7 }, { kind: 'network_error' });
    await expect(client.sessions.list()).rejects.toMatchObject({
      name: RateLimitError.prototype.name,
      retryAfterMs: 7000,
      rateLimit: { limit: 600 },
    });
    await expect(client.sessions.list()).rejects.toThrow(ConnectionError);
  });
});

it('a list of it is iterated exactly once, by faults and by resumes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.constantFrom<FakeFault | 'resume' | null>({ kind: 'cut_body' }, 'resume', null)),
      async (count, limit, fates) => {
        const { service, client } = open({ maxRetries: 0 });
        for (let at = 0; at < count; at++) await client.campaigns.create({ name: `c${at}` });
        let items = client.campaigns.list({ limit })[Symbol.asyncIterator]();
        const left = [...fates];
        const seen: string[] = [];
        for (;;) {
          const fate = left.shift();
          if (fate === 'resume') {
            items = client.campaigns.list({ limit }, { resume: items.checkpoint() })[Symbol.asyncIterator]();
          } else if (fate) service.failNext(fate);
          const result = await items.next().catch(() => null);
          if (result?.done) break;
          if (result) seen.push(result.value.name);
        }
        expect(seen).toEqual(Array.from({ length: count }, (_, at) => `c${count - 1 - at}`));
      },
    ),
    { numRuns: 40 },
  );
});

describe('what it sends', () => {
  const open2 = async () => {
    const { service, client } = open();
    const url = 'https://example.com/hooks';
    const { signing_secret: secret, id } = await client.webhookEndpoints.create({ url });
    return { service, client, secret, id };
  };
  it('is signed, of the contract’s shape and counted: created, joined, ping', async () => {
    const { service, client, secret, id } = await open2();
    const session = await client.sessions.create();
    const invite = await client.participants.create(session.id);
    expect(service.join(invite.id).status).toBe('open');
    await client.webhookEndpoints.test(id);
    const events = service
      .takeDeliveries()
      .map(({ body, headers }) => verifyWebhook({ body, headers, secrets: [secret] }));
    expect(events.map(({ type }) => type)).toEqual(['session.created', 'session.joined', 'ping']);
    for (const [at, event] of events.entries()) {
      const schema = webhookEventSchemas[event.type as keyof typeof webhookEventSchemas];
      expect(schema.parse(event)).toEqual(event);
      expect(event).toMatchObject({ sequence: at + 1 });
    }
    expect(service.takeDeliveries()).toEqual([]);
  });

  it('bears both signatures while a secret is rotated, and only goes to whom it interests', async () => {
    const { service, client, secret, id } = await open2();
    const rotated = await client.webhookEndpoints.update(id, { rotate_secret: true });
    await client.webhookEndpoints.update(id, { event_types: ['session.expired'] });
    const session = await client.sessions.create();
    service.expire(session.id);
    const [delivery, ...others] = service.takeDeliveries();
    expect(others).toEqual([]);
    for (const each of [secret, rotated.signing_secret!])
      expect(verifyWebhook({ ...delivery!, secrets: [each] }).type).toBe('session.expired');
  });
});

describe('the messages of an invite', () => {
  it('are queued when it is new, then sent, and one that comes back is told', async () => {
    const { service, client } = open();
    const { id, signing_secret: secret } = await client.webhookEndpoints.create({
      url: 'https://hooks.example.com',
      event_types: ['message.failed'],
    });
    const session = await client.sessions.create();
    const recipient = { recipient_email: 'ada@example.com', recipient_phone: '+393331234567' };
    const { messages } = await client.participants.create(session.id, { ...recipient, send_email: true });
    expect(messages).toMatchObject([
      { kind: 'invite', channel: 'email', status: 'queued', reason: null },
      { kind: 'otp', channel: 'email', status: 'queued' },
      { kind: 'otp', channel: 'sms', status: 'queued' },
    ]);
    service.failMessage(messages[0]!.id, { reason: 'mailbox_full' });
    const [listed] = (await client.participants.list(session.id)).data;
    expect(listed!.messages).toMatchObject([
      { status: 'bounced', reason: 'mailbox_full' },
      { status: 'sent' },
      { status: 'sent' },
    ]);
    const [delivery] = service.takeDeliveries();
    const event = verifyWebhook({ ...delivery!, secrets: [secret!] });
    expect(event).toMatchObject({
      type: 'message.failed',
      endpoint: id,
      data: { id: messages[0]!.id, status: 'bounced', reason: 'mailbox_full' },
    });
    expect(() => service.failMessage('none')).toThrow('There is no message none');
  });
});

describe('createEvent', () => {
  it.each(Object.keys(webhookEventSchemas) as (keyof FakeEvents)[])(
    'makes %s as the contract has it, and createWebhook signs it',
    (type) => {
      const event = createEvent(type, { sequence: 7 });
      expect(webhookEventSchemas[type].parse(event)).toEqual(event);
      const secrets = ['whsec_dGVzdA=='];
      const { body, headers } = createWebhook({ event, secrets });
      expect(verifyWebhook({ body, headers, secrets })).toMatchObject({ type, sequence: 7 });
    },
  );

  it('takes what differs, of data too', () => {
    const event = createEvent('session.joined', { data: { notes: 'Roof' } });
    expect([event.data.notes, event.data.status, event.data.invite.session]).toEqual([
      'Roof',
      'open',
      event.data.id,
    ]);
  });
});

it('stands behind msw, for a client that uses the global fetch', async () => {
  const service = createFakeService({ baseUrl: 'http://127.0.0.1:3001' });
  const server = setupServer(...createMswHandlers(service, { http, HttpResponse }));
  server.listen();
  try {
    const { apiKey, baseUrl, runtime } = service.clientOptions;
    const client = new FieldInspection({ apiKey, baseUrl, runtime });
    service.failNext({ kind: 'network_error' });
    const session = await client.sessions.create({ notes: 'Roof' });
    expect(await client.sessions.get(session.id)).toEqual(session);
    expect(service.requests).toHaveLength(3);
  } finally {
    server.close();
  }
});
