import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { UsageError } from '../errors/field-inspection-error.ts';
import { createReceiver } from '../testing/create-receiver.ts';
import { NOW, OTHER_SECRET, SECRET, signDelivery } from '../testing/sign-delivery.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

const DONE = { status: 204, headers: {}, body: '' };

describe('a delivery that is right', () => {
  it('is handled once and answered 204', async () => {
    const { receive, handled, contexts, errors } = createReceiver();
    const delivery = signDelivery({ attempt: 3 });
    expect(await receive(delivery)).toEqual(DONE);
    expect(handled).toEqual([JSON.parse(delivery.body)]);
    expect(contexts).toEqual([{ secretIndex: 0, attempt: 3 }]);
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
    expect((await receive(signDelivery({ event: { type: 'session.joined', data } }))).status).toBe(204);
    expect(seen).toEqual(['ses_1 inv_1']);
  });

  it('is answered when its handler is done, not before', async () => {
    const order: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const { receive } = createReceiver({
      on: { 'session.created': () => promise.then(() => order.push('handled')) },
    });
    const answer = receive(signDelivery()).then(() => order.push('answered'));
    resolve();
    await answer;
    expect(order).toEqual(['handled', 'answered']);
  });

  it.each(['session.signed', 'roof.collapsed', 'constructor', 'toString', '__proto__', ''])(
    'of a type without a handler is acknowledged: %j',
    async (type) => {
      const { receive, handled } = createReceiver();
      expect(await receive(signDelivery({ event: { type } }))).toEqual(DONE);
      expect(handled).toEqual([]);
    },
  );

  it('of a type without a handler goes to onUnknown', async () => {
    const types: string[] = [];
    const { receive } = createReceiver({ onUnknown: ({ type }) => types.push(type) });
    for (const type of ['session.created', 'session.signed', 'roof.collapsed', 'constructor'])
      expect((await receive(signDelivery({ event: { type } }))).status).toBe(204);
    expect(types).toEqual(['session.signed', 'roof.collapsed', 'constructor']);
  });

  it('has no attempt without the header', async () => {
    const { receive, contexts } = createReceiver();
    const { body, headers } = signDelivery();
    delete headers['Svc-Delivery-Attempt'];
    await receive({ body, headers });
    expect(contexts[0]?.attempt).toBeNull();
  });
});

describe('a delivery that is not right', () => {
  it.each([
    ['no_match', signDelivery({ secrets: [OTHER_SECRET] })],
    ['no_match', { ...signDelivery(), body: `${signDelivery().body} ` }],
    ['too_old', signDelivery({ timestamp: NOW - 301 })],
    ['too_new', signDelivery({ timestamp: NOW + 301 })],
    ['missing_header', { ...signDelivery(), headers: {} }],
    ['malformed', { ...signDelivery(), headers: { 'svc-signature': 'v1' } }],
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
    expect((await receive(signDelivery({ timestamp: NOW - 11 }))).status).toBe(400);
    expect((await receive(signDelivery({ timestamp: NOW - 10 }))).status).toBe(204);
  });

  it.each(['GET', 'HEAD', 'PUT', 'OPTIONS', 'post'])('is answered 405 as %s', async (method) => {
    const { receive, handled, errors } = createReceiver();
    const reply = await receive(signDelivery(), method);
    expect([reply.status, reply.headers['Allow']]).toEqual([405, 'POST']);
    expect([handled, errors]).toEqual([[], []]);
  });

  it('has a body that was parsed: the answer says what to do', async () => {
    const { receive, errors } = createReceiver();
    const { body, headers } = signDelivery();
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
    const reply = await receive(signDelivery());
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
      expect(await receive(signDelivery())).toMatchObject({
        status: 500,
        body: '{"error":"handler_failed"}',
      });
    }
  });

  it('counts for onUnknown too', async () => {
    const { receive } = createReceiver({ onUnknown: () => Promise.reject(failure) });
    expect((await receive(signDelivery({ event: { type: 'roof.collapsed' } }))).status).toBe(500);
  });

  it('is written to the console without onError, and so is what onError throws', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const on = { 'session.created': () => Promise.reject(failure) };
    await createReceiver({ on, onError: undefined }).receive(signDelivery());
    expect(error.mock.calls).toEqual([[failure]]);
    const second = new Error('the log is down');
    const { receive } = createReceiver({ on, onError: () => Promise.reject(second) });
    expect((await receive(signDelivery())).status).toBe(500);
    expect(error.mock.calls).toEqual([[failure], [second]]);
    await createReceiver({ onError: undefined }).receive({ ...signDelivery(), headers: {} });
    expect(error.mock.lastCall).toEqual([
      expect.stringMatching(/^WebhookVerificationError: Svc-Signature.*$/),
    ]);
    error.mockRestore();
  });
});

it('works by WebCrypto where there is no node:crypto', async () => {
  const { receive, contexts } = createReceiver({ secrets: [OTHER_SECRET, SECRET] });
  const [right, wrong] = [signDelivery(), signDelivery({ secrets: ['whsec_d3Jvbmc='] })];
  const spy = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
  const statuses = [(await receive(right)).status, (await receive(wrong)).status];
  spy.mockRestore();
  expect(statuses).toEqual([204, 400]);
  expect(contexts[0]?.secretIndex).toBe(1);
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
      const { body, headers } = signDelivery({ event: content });
      const raw = asBytes ? Buffer.from(body) : body;
      const reply = await receive({ body: raw as string, headers });
      expect(reply.status).toBe(204);
      expect(received).toEqual([JSON.parse(body)]);
    }),
  );
});
