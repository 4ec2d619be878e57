import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OTHER_SECRET, SECRET, signDelivery } from '../testing/sign-delivery.ts';
import { createMemoryDedupe } from './create-memory-dedupe.ts';
import { UsageError } from './field-inspection-error.ts';
import { receiveWebhook } from './receive-webhook.ts';
import type { WebhookContext, WebhookErrorContext, WebhookHandlerOptions } from './webhook-handler-options.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

const NOW = 1_763_640_000;
const DONE = { status: 204, headers: {}, body: '' };

/** A receiver that keeps what it is told. */
function createReceiver(options: Partial<WebhookHandlerOptions> = {}) {
  const handled: { type: string; id: string; context: WebhookContext }[] = [];
  const errors: { error: unknown; context: WebhookErrorContext }[] = [];
  const keep = (event: { type: string; id: string }, context: WebhookContext) =>
    void handled.push({ type: event.type, id: event.id, context });
  const all: WebhookHandlerOptions = {
    secrets: SECRET,
    now: () => NOW * 1000,
    on: { 'session.created': keep },
    onError: (error, context) => void errors.push({ error, context }),
    ...options,
  };
  const receive = ({ body, headers }: ReturnType<typeof signDelivery>, method = 'POST') =>
    receiveWebhook({ method, headers, body }, all);
  return { receive, handled, errors, keep };
}

const sign = (input: Parameters<typeof signDelivery>[0] = {}) => signDelivery({ timestamp: NOW, ...input });

afterEach(() => vi.unstubAllEnvs());

describe('a delivery that is right', () => {
  it('is handled once and answered 204', async () => {
    const { receive, handled, errors } = createReceiver();
    expect(await receive(sign({ attempt: 3 }))).toEqual(DONE);
    const context = { secretIndex: 0, attempt: 3 };
    expect(handled).toEqual([{ type: 'session.created', id: 'evt_1', context }]);
    expect(errors).toEqual([]);
  });

  it('goes to the handler of its type, with its data', async () => {
    const seen: string[] = [];
    const { receive } = createReceiver({
      on: {
        'session.created': () => seen.push('wrong'),
        'session.joined': ({ data }) => seen.push(`${data.id} ${data.invite.id}`),
      },
    });
    const data = { id: 'ses_1', invite: { id: 'inv_1' } };
    expect((await receive(sign({ event: { type: 'session.joined', data } }))).status).toBe(204);
    expect(seen).toEqual(['ses_1 inv_1']);
  });

  it('is answered when its handler is done, not before', async () => {
    const order: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const { receive } = createReceiver({
      on: { 'session.created': () => promise.then(() => order.push('handled')) },
    });
    const answer = receive(sign()).then(() => order.push('answered'));
    resolve();
    await answer;
    expect(order).toEqual(['handled', 'answered']);
  });

  it.each(['session.signed', 'roof.collapsed', 'constructor', 'toString', '__proto__', ''])(
    'of a type without a handler is acknowledged: %j',
    async (type) => {
      const { receive, handled } = createReceiver();
      expect(await receive(sign({ event: { type } }))).toEqual(DONE);
      expect(handled).toEqual([]);
    },
  );

  it('of a type without a handler goes to onUnknown', async () => {
    const types: string[] = [];
    const { receive } = createReceiver({ onUnknown: ({ type }) => types.push(type) });
    for (const type of ['session.created', 'session.signed', 'roof.collapsed', 'constructor'])
      expect((await receive(sign({ event: { type } }))).status).toBe(204);
    expect(types).toEqual(['session.signed', 'roof.collapsed', 'constructor']);
  });

  it('has no attempt without the header', async () => {
    const { receive, handled } = createReceiver();
    const { body, headers } = sign();
    delete headers['Svc-Delivery-Attempt'];
    await receive({ body, headers });
    expect(handled[0]?.context.attempt).toBeNull();
  });
});

describe('a delivery that is not right', () => {
  it.each([
    ['no_match', sign({ secrets: [OTHER_SECRET] })],
    ['no_match', { ...sign(), body: `${sign().body} ` }],
    ['too_old', sign({ timestamp: NOW - 301 })],
    ['too_new', sign({ timestamp: NOW + 301 })],
    ['missing_header', { ...sign(), headers: {} }],
    ['malformed', { ...sign(), headers: { 'svc-signature': 'v1' } }],
  ])('is answered 400 %s, told, and never handled', async (reason, delivery) => {
    const { receive, handled, errors } = createReceiver({ onUnknown: () => expect.unreachable() });
    expect(await receive(delivery)).toEqual({
      status: 400,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ error: reason }),
    });
    expect(handled).toEqual([]);
    expect(errors).toMatchObject([{ error: { reason }, context: { status: 400 } }]);
    expect(errors[0]?.error).toBeInstanceOf(WebhookVerificationError);
  });

  it('is refused by the tolerance that was set', async () => {
    const { receive } = createReceiver({ toleranceSeconds: 10 });
    expect((await receive(sign({ timestamp: NOW - 11 }))).status).toBe(400);
    expect((await receive(sign({ timestamp: NOW - 10 }))).status).toBe(204);
  });

  it.each(['GET', 'HEAD', 'PUT', 'OPTIONS', 'post'])('is answered 405 as %s', async (method) => {
    const { receive, handled, errors } = createReceiver();
    const reply = await receive(sign(), method);
    expect([reply.status, reply.headers['Allow']]).toEqual([405, 'POST']);
    expect([handled, errors]).toEqual([[], []]);
  });

  it('has a body that was parsed: the answer says what to do', async () => {
    const { receive, errors } = createReceiver();
    const { body, headers } = sign();
    const reply = await receive({ body: JSON.parse(body) as string, headers });
    expect(reply.status).toBe(500);
    expect(JSON.parse(reply.body)).toMatchObject({ error: 'misconfigured', message: expect.any(String) });
    expect(reply.body).toContain('express.raw');
    expect(errors[0]?.error).toBeInstanceOf(UsageError);
  });
});

describe('a handler that fails', () => {
  const failure = new Error('the database is down');

  it('is answered 500 without its words, so that the service tries again', async () => {
    const { receive, errors } = createReceiver({
      on: { 'session.created': () => Promise.reject(failure) },
    });
    const reply = await receive(sign());
    expect([reply.status, reply.body]).toEqual([500, '{"error":"handler_failed"}']);
    expect(errors).toMatchObject([{ context: { status: 500, event: { id: 'evt_1' } } }]);
    expect(errors[0]?.error).toBe(failure);
  });

  it('is answered 500 when it throws at once, and when it throws our own errors', async () => {
    for (const error of [failure, new WebhookVerificationError('no_match', 'x'), new UsageError('x')]) {
      const { receive } = createReceiver({
        on: {
          'session.created': () => {
            throw error;
          },
        },
      });
      expect(await receive(sign())).toMatchObject({ status: 500, body: '{"error":"handler_failed"}' });
    }
  });

  it('counts for onUnknown too', async () => {
    const { receive } = createReceiver({ onUnknown: () => Promise.reject(failure) });
    expect((await receive(sign({ event: { type: 'roof.collapsed' } }))).status).toBe(500);
  });

  it('is written to the console without onError, and so is what onError throws', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const on = { 'session.created': () => Promise.reject(failure) };
    await createReceiver({ on, onError: undefined }).receive(sign());
    expect(error.mock.calls).toEqual([[failure]]);
    const second = new Error('the log is down');
    const { receive } = createReceiver({ on, onError: () => Promise.reject(second) });
    expect((await receive(sign())).status).toBe(500);
    expect(error.mock.calls).toEqual([[failure], [second]]);
    error.mockRestore();
  });
});

describe('a ping', () => {
  const ping = sign({ event: { type: 'ping', data: {} } });
  const unsigned = { body: ping.body, headers: { 'Svc-Event-Type': 'ping' } };

  it('without a signature is acknowledged, also before there is a secret', async () => {
    for (const secrets of [SECRET, '', [], undefined, () => Promise.reject(new Error('no secret yet'))]) {
      const { receive, handled, errors } = createReceiver({ secrets });
      expect(await receive(unsigned)).toEqual(DONE);
      expect([handled, errors]).toEqual([[], []]);
    }
  });

  it('with a signature is acknowledged and not handled', async () => {
    const { receive, errors } = createReceiver({ onUnknown: () => expect.unreachable() });
    expect(await receive(ping)).toEqual(DONE);
    expect(errors).toEqual([]);
  });

  it('with a signature that is not right is acknowledged and told', async () => {
    const { receive, errors } = createReceiver({ secrets: OTHER_SECRET });
    expect(await receive(ping)).toEqual(DONE);
    expect(errors).toMatchObject([{ error: { reason: 'no_match' }, context: { status: 204 } }]);
  });

  it('is what the signed body says when the header says another type', async () => {
    const { receive, errors } = createReceiver({ onUnknown: () => expect.unreachable() });
    const headers = { ...ping.headers, 'Svc-Event-Type': 'session.created' };
    expect(await receive({ ...ping, headers })).toEqual(DONE);
    expect(errors).toEqual([]);
  });

  it('opens no way around the signature: what says ping is never handled, whatever its body', async () => {
    const { receive, handled } = createReceiver({ onUnknown: () => expect.unreachable() });
    for (const delivery of [sign(), sign({ secrets: [OTHER_SECRET] })]) {
      const headers = { ...delivery.headers, 'Svc-Event-Type': 'ping' };
      expect(await receive({ ...delivery, headers })).toEqual(DONE);
      const { body } = delivery;
      expect(await receive({ body, headers: { 'svc-event-type': 'ping' } })).toEqual(DONE);
    }
    expect(handled).toEqual([]);
  });

  it.each(['PING', 'ping ', 'session.created'])('is not what the header calls %j', async (type) => {
    const { receive } = createReceiver();
    expect((await receive({ ...unsigned, headers: { 'Svc-Event-Type': type } })).status).toBe(400);
  });
});

describe('the secrets', () => {
  it.each([
    ['both sign, the new is known', [OTHER_SECRET, SECRET], [OTHER_SECRET], 0],
    ['both sign, the old is known', [OTHER_SECRET, SECRET], [SECRET], 0],
    ['the old signs, both are known', [SECRET], [OTHER_SECRET, SECRET], 1],
    ['the new signs, both are known', [OTHER_SECRET], [OTHER_SECRET, SECRET], 0],
    ['the new signs, both are known the other way round', [OTHER_SECRET], [SECRET, OTHER_SECRET], 1],
  ])('of a rotation: %s', async (_name, signing, secrets, secretIndex) => {
    const { receive, handled } = createReceiver({ secrets });
    expect((await receive(sign({ secrets: signing }))).status).toBe(204);
    expect(handled[0]?.context.secretIndex).toBe(secretIndex);
  });

  it('come from a function, asked for every delivery', async () => {
    const known = [OTHER_SECRET];
    const secrets = vi.fn(async () => known);
    const { receive } = createReceiver({ secrets });
    expect((await receive(sign())).status).toBe(400);
    known.push(SECRET);
    expect((await receive(sign())).status).toBe(204);
    expect(secrets).toHaveBeenCalledTimes(2);
  });

  it('come from the environment, one or two', async () => {
    const { receive, handled } = createReceiver({ secrets: undefined });
    vi.stubEnv('FIELD_INSPECTION_WEBHOOK_SECRET', SECRET);
    expect((await receive(sign())).status).toBe(204);
    vi.stubEnv('FIELD_INSPECTION_WEBHOOK_SECRET', `${OTHER_SECRET}, ${SECRET}`);
    expect((await receive(sign())).status).toBe(204);
    expect(handled.map(({ context }) => context.secretIndex)).toEqual([0, 1]);
  });

  it('that are missing are the receiver’s mistake: 500, and tried again', async () => {
    vi.stubEnv('FIELD_INSPECTION_WEBHOOK_SECRET', undefined);
    for (const secrets of [undefined, '', [], [''], () => '']) {
      const { receive, errors } = createReceiver({ secrets });
      const reply = await receive(sign());
      expect(reply.status).toBe(500);
      expect(reply.body).toContain('A secret is not set');
      expect(errors[0]?.error).toBeInstanceOf(UsageError);
    }
  });

  it('that can not be had just now: 500 without the reason', async () => {
    const { receive, errors } = createReceiver({ secrets: () => Promise.reject(new Error('vault down')) });
    expect(await receive(sign())).toMatchObject({ status: 500, body: '{"error":"failed"}' });
    expect(errors).toMatchObject([{ error: { message: 'vault down' } }]);
  });
});

describe('dedupe', () => {
  it('passes over what was handled, and answers it 204', async () => {
    const { receive, handled } = createReceiver({ dedupe: createMemoryDedupe() });
    for (let attempt = 1; attempt <= 3; attempt++) expect(await receive(sign({ attempt }))).toEqual(DONE);
    await receive(sign({ event: { id: 'evt_2' } }));
    expect(handled.map(({ id }) => id)).toEqual(['evt_1', 'evt_2']);
  });

  it('marks only what was handled: a failure is tried again', async () => {
    const calls: number[] = [];
    const { receive } = createReceiver({
      dedupe: createMemoryDedupe(),
      on: {
        'session.created': (_event, { attempt }) => {
          calls.push(attempt ?? 0);
          if (attempt === 1) throw new Error('not yet');
        },
      },
    });
    const statuses = [];
    for (const attempt of [1, 2, 3]) statuses.push((await receive(sign({ attempt }))).status);
    expect(statuses).toEqual([500, 204, 204]);
    expect(calls).toEqual([1, 2]);
  });

  it('is asked for nothing that is not verified', async () => {
    const dedupe = { seen: vi.fn(() => false), mark: vi.fn() };
    const { receive } = createReceiver({ dedupe });
    await receive(sign({ secrets: [OTHER_SECRET] }));
    await receive({ ...sign(), headers: { 'svc-event-type': 'ping' } });
    expect([dedupe.seen.mock.calls, dedupe.mark.mock.calls]).toEqual([[], []]);
    await receive(sign());
    expect([dedupe.seen.mock.calls, dedupe.mark.mock.calls]).toEqual([[['evt_1']], [['evt_1']]]);
  });

  it('that can not be asked: 500, so that nothing is handled twice', async () => {
    const dedupe = { seen: () => Promise.reject(new Error('redis down')), mark: () => undefined };
    const { receive, handled } = createReceiver({ dedupe });
    expect((await receive(sign())).status).toBe(500);
    expect(handled).toEqual([]);
  });

  it('that can not mark: 204, since the effect is there, and told', async () => {
    const dedupe = { seen: () => false, mark: () => Promise.reject(new Error('redis down')) };
    const { receive, handled, errors } = createReceiver({ dedupe });
    expect(await receive(sign())).toEqual(DONE);
    expect(handled).toHaveLength(1);
    expect(errors).toMatchObject([{ error: { message: 'redis down' }, context: { status: 204 } }]);
  });

  it('lets two deliveries at the same time both through, as documented', async () => {
    const { receive, handled } = createReceiver({ dedupe: createMemoryDedupe() });
    await Promise.all([receive(sign({ attempt: 1 })), receive(sign({ attempt: 2 }))]);
    expect(handled).toHaveLength(2);
  });
});

it('works by WebCrypto where there is no node:crypto', async () => {
  const { receive, handled } = createReceiver({ secrets: [OTHER_SECRET, SECRET] });
  const [right, wrong] = [sign(), sign({ secrets: ['whsec_d3Jvbmc='] })];
  const spy = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
  const statuses = [(await receive(right)).status, (await receive(wrong)).status];
  spy.mockRestore();
  expect(statuses).toEqual([204, 400]);
  expect(handled[0]?.context.secretIndex).toBe(1);
});

it('hands over what was signed, whatever it is', async () => {
  const event = fc.record({
    id: fc.uuid(),
    type: fc.string().filter((type) => type !== 'ping'),
    data: fc.dictionary(fc.string(), fc.jsonValue()),
  });
  await fc.assert(
    fc.asyncProperty(event, fc.boolean(), async (content, asBytes) => {
      const received: unknown[] = [];
      const { receive } = createReceiver({ on: {}, onUnknown: (one) => received.push(one) });
      const { body, headers } = sign({ event: content });
      const raw = asBytes ? Buffer.from(body) : body;
      const reply = await receive({ body: raw as string, headers });
      expect(reply.status).toBe(204);
      expect(received).toEqual([JSON.parse(body)]);
    }),
  );
});
