import { describe, expect, it } from 'vitest';
import { FieldInspection } from './client.ts';
import { FieldInspectionError, UsageError } from './errors/field-inspection-error.ts';
import { composeFetch } from './requests/compose-fetch.ts';
import { logAttempts } from './requests/log-attempts.ts';
import { createTestClient } from './testing/create-test-client.ts';
import { json } from './testing/fake-fetch.ts';
import { page } from './testing/fake-list.ts';
import { SECRET, signDelivery } from './testing/sign-delivery.ts';
import { createWebhookHandler } from './webhooks/create-webhook-handler.ts';
import { receiveWebhook } from './webhooks/receive-webhook.ts';
import { verifyWebhook } from './webhooks/verify-webhook.ts';

type Client = FieldInspection;
const wrong = (value: unknown) => value as never;

describe('a call of the client', () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;

  it.each<[string, (client: Client) => PromiseLike<unknown>, string]>([
    ['a number for an id', (client) => client.sessions.get(wrong(42)), 'must be a string; got number'],
    [
      'an object for an id',
      (client) => client.sessions.end(wrong({ id: 'x' })),
      'must be a string; got object',
    ],
    ['no id', (client) => client.sessions.get(wrong(undefined)), 'must be a string; got undefined'],
    ['an empty id', (client) => client.sessions.get(''), 'sessionId must not be empty'],
    [
      'an empty id in the second place',
      (client) => client.participants.reissue('ses_1', ''),
      'inviteId must not be empty',
    ],
    ...[{ timeout: 1 }, { TimeoutMS: 1 }, { time_out: 1 }, { timoutMs: 1 }].map(
      (options): [string, (client: Client) => PromiseLike<unknown>, string] => [
        `the option ${Object.keys(options)[0]}`,
        (client) => client.sessions.get('ses_1', wrong(options)),
        'did you mean timeoutMs?',
      ],
    ),
    [
      'an option of writes where it reads',
      (client) => client.sessions.get('ses_1', wrong({ idempotencyKey: 'a' })),
      'There is no option "idempotencyKey"',
    ],
    [
      'idempotency_key',
      (client) => client.sessions.create({}, wrong({ idempotency_key: 'a' })),
      'did you mean idempotencyKey?',
    ],
    [
      'an option of lists where it writes',
      (client) => client.sessions.create({}, wrong({ resume: 'a' })),
      'There is no option "resume", but signal, timeoutMs, deadlineMs, maxRetries, headers, idempotencyKey',
    ],
    [
      'the option retries of a wait',
      (client) => client.sessions.waitFor('ses_1', 'ended', wrong({ retries: 1 })),
      'did you mean maxRetries?',
    ],
    ...['a\r\nb', 'ü→', {}, true, Symbol('x')].map(
      (value): [string, (client: Client) => PromiseLike<unknown>, string] => [
        `a header value that HTTP can not carry (${typeof value})`,
        (client) => client.sessions.get('ses_1', { headers: wrong({ 'x-trace': value }) }),
        'headers: "x-trace" is no text for HTTP',
      ],
    ),
    [
      'a header name that HTTP can not carry',
      (client) => client.sessions.get('ses_1', { headers: { 'x trace': 'a' } }),
      'headers: "x trace" is no text for HTTP',
    ],
    [
      'a body that refers to itself',
      (client) => client.sessions.create(circular),
      'body.self must not be cyclic',
    ],
    [
      'a body with a BigInt',
      (client) => client.sessions.create(wrong({ shots: [{ slot: 1n }] })),
      'body.shots.0.slot must not be BigInt',
    ],
    ['a function for a body', (client) => client.sessions.create(wrong(() => ({}))), 'The body must be JSON'],
    [
      'a controller for its signal',
      (client) => client.sessions.list({}, { signal: wrong(new AbortController()) }),
      'pass controller.signal',
    ],
    [
      'a time limit as text',
      (client) => client.sessions.list({}, { timeoutMs: wrong('5s') }),
      'milliseconds; got string',
    ],
    [
      'a deadline of 0',
      (client) => client.sessions.list({}, { deadlineMs: 0 }),
      'deadlineMs must be above 0',
    ],
    [
      'half a retry',
      (client) => client.sessions.list({}, { maxRetries: 0.5 }),
      'whole number from 0; got 0.5',
    ],
    [
      'a number for an Idempotency-Key',
      (client) => client.sessions.create({}, { idempotencyKey: wrong(4711) }),
      'idempotencyKey must be 1 to 255',
    ],
    [
      'toArray without a limit',
      (client) => client.sessions.list().toArray(wrong(undefined)),
      'toArray needs { limit }',
    ],
    [
      'a checkpoint that is none',
      (client) => client.sessions.list({}, { resume: wrong(7) }),
      'resume is not a checkpoint()',
    ],
  ])('with %s is told so, and nothing is sent', async (_, call, message) => {
    const { client, requests } = createTestClient([json(page([], null))]);
    const error: unknown = await Promise.resolve(call(client)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).message).toContain(message);
    expect(requests).toEqual([]);
  });

  it('with a bad header value never repeats it, since it may be a secret', async () => {
    const { client } = createTestClient([json({})]);
    const call = client.sessions.get('a', { headers: { cookie: 'fis_hidden\n\0' } });
    const error: unknown = await call.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UsageError);
    expect(`${JSON.stringify(error)}${String((error as Error).cause)}`).not.toContain('fis_hidden');
  });

  it('takes null for what may be left out', async () => {
    const { client, requests } = createTestClient([json(page([], null))]);
    await client.sessions.list(wrong(null), wrong(null));
    await client.sessions.get('a', wrong(null));
    expect(requests.map(({ url }) => url.search)).toEqual(['', '']);
  });

  it('with a filter of null is refused rather than answered with every session', async () => {
    const { client, requests } = createTestClient([json(page([], null))]);
    const call = Promise.resolve(client.sessions.list({ metadata: { order: wrong(null) } }));
    await expect(call).rejects.toBeInstanceOf(UsageError);
    await expect(call).rejects.toThrow('metadata[order] must not be empty, null or NaN');
    expect(requests).toEqual([]);
    // A loop over pages may start like that: no cursor means the first page.
    await client.sessions.list({ cursor: wrong(null) });
    expect(requests.map(({ url }) => url.search)).toEqual(['']);
  });

  it('sends the headers of a Headers object too', async () => {
    const { client, requests } = createTestClient([json({})]);
    await client.sessions.get('a', { headers: wrong(new Headers({ 'x-trace': 't1' })) });
    expect(requests[0]?.headers.get('x-trace')).toBe('t1');
  });
});

describe('a client', () => {
  it.each([
    ['no key', { baseUrl: 'https://example.com' }, 'Pass apiKey, or set FIELD_INSPECTION_API_KEY'],
    ['no base URL', { apiKey: 'fis_key' }, 'Pass baseUrl, or set FIELD_INSPECTION_BASE_URL'],
    ['nothing', undefined, 'Pass apiKey'],
    ['null', null, 'Pass apiKey'],
    ['the key alone', 'fis_key', 'Pass apiKey'],
  ])('with %s is not made, and says what is missing', (_, options, message) => {
    expect(() => new FieldInspection(wrong(options))).toThrow(UsageError);
    expect(() => new FieldInspection(wrong(options))).toThrow(message);
  });

  const valid = { apiKey: 'fis_key', baseUrl: 'https://example.com' };
  it.each([
    [{ apikey: 'fis_key' }, 'There is no option "apikey": did you mean apiKey?'],
    [{ ...valid, base_url: 'https://example.com' }, 'did you mean baseUrl?'],
    [{ ...valid, timeout: 1000 }, 'did you mean timeoutMs?'],
    [{ ...valid, retries: 1 }, 'did you mean maxRetries?'],
    [{ ...valid, maxTries: 1 }, 'did you mean maxRetries?'],
    [{ ...valid, agent: 'roof' }, 'did you mean userAgent?'],
    [{ ...valid, zzz: 1 }, 'There is no option "zzz", but apiKey, baseUrl, fetch, timeoutMs'],
  ])('with an option that there is not is not made: %j', (options, message) => {
    expect(() => new FieldInspection(wrong(options))).toThrow(UsageError);
    expect(() => new FieldInspection(wrong(options))).toThrow(message);
    expect(() => new FieldInspection(valid).withOptions(wrong(options))).toThrow(message);
  });

  it('passes over options that are undefined', () => {
    expect(new FieldInspection(wrong({ ...valid, timeout: undefined }))).toBeInstanceOf(FieldInspection);
  });
});

describe('a webhook', () => {
  const { body, headers } = signDelivery({ timestamp: Math.floor(Date.now() / 1000) });
  const parsed = wrong(JSON.parse(body));

  it.each([
    [
      'a parsed body',
      { body: parsed, headers, secrets: SECRET },
      'express.raw({type:"*/*"}) or request.text()',
    ],
    ['no body', { headers, secrets: SECRET }, 'The body is not raw'],
    ['no secret', { body, headers }, 'A secret is not set'],
    ['no headers', { body, secrets: SECRET }, 'Svc-Signature is missing'],
    [
      'the signature alone',
      { body, headers: headers['Svc-Signature'], secrets: SECRET },
      'Svc-Signature is missing',
    ],
  ])('verified with %s is told so', (_, input, message) => {
    expect(() => verifyWebhook(wrong(input))).toThrow(FieldInspectionError);
    expect(() => verifyWebhook(wrong(input))).toThrow(message);
  });

  it.each([[undefined], [{}], [{ on: null }], [{ secrets: SECRET }]])(
    'handler is not made without handlers: %j',
    (options) => {
      expect(() => createWebhookHandler(wrong(options))).toThrow(UsageError);
      expect(() => createWebhookHandler(wrong(options))).toThrow('Give on: functions by type of event');
    },
  );

  it.each([
    [{ secret: SECRET, on: {} }, 'There is no option "secret": did you mean secrets?'],
    [{ on: {}, tolerance: 5 }, 'did you mean toleranceSeconds?'],
    [{ on: {}, zzz: 5 }, 'There is no option "zzz", but on, secrets, onUnknown'],
    [
      { on: { 'session.create': () => {} } },
      'on: there is no event "session.create": did you mean session.created?',
    ],
    [{ on: { 'session.end': () => {} } }, 'did you mean session.ended?'],
    [{ on: { session_joined: () => {} } }, 'did you mean session.joined?'],
  ])('handler is not made with what would be passed over: %j', async (options, message) => {
    expect(() => createWebhookHandler(wrong(options))).toThrow(UsageError);
    expect(() => createWebhookHandler(wrong(options))).toThrow(message);
    const onError = () => {};
    const { status } = await receiveWebhook({ body, headers }, wrong({ ...options, onError }));
    expect(status).toBe(500);
  });

  it('handler takes a type that is newer than this package', () => {
    const on = { 'session.paused': () => {}, 'campaign.created': () => {}, ping: () => {} };
    expect(createWebhookHandler(wrong({ on }))).toBeInstanceOf(Function);
  });

  it('that was read as JSON already, or has no handlers, is answered with what to do', async () => {
    const errors: unknown[] = [];
    const options = { secrets: SECRET, on: {}, onError: (error: unknown) => void errors.push(error) };
    const replies = [
      await receiveWebhook({ body: parsed, headers }, options),
      await receiveWebhook({ body, headers }, wrong({ ...options, on: undefined })),
    ];
    expect(replies.map((reply) => reply.status)).toEqual([500, 500]);
    expect(replies.map((reply) => (JSON.parse(reply.body) as { message: string }).message)).toEqual([
      expect.stringContaining('The body is not raw'),
      'Give on: functions by type of event',
    ]);
    expect(errors).toHaveLength(2);
  });
});

describe('middleware', () => {
  it('that is no list is told so', () => {
    expect(() => composeFetch(wrong(async () => Response.json({})))).toThrow('composeFetch takes a list');
  });

  it.each([[undefined], [{}], [{ logger: { info: 1 } }], [{ logger: console, level: 'verbose' }]])(
    'that logs %j is told so when it is made, and not by a failed call',
    (options) => {
      expect(() => logAttempts(wrong(options))).toThrow(UsageError);
    },
  );
});
