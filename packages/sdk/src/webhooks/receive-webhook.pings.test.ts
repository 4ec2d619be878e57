import { describe, expect, it } from 'vitest';
import { createReceiver } from '../testing/create-receiver.ts';
import { OTHER_SECRET, SECRET, signDelivery } from '../testing/sign-delivery.ts';

const DONE = { status: 204, headers: {}, body: '' };

describe('a ping', () => {
  const ping = signDelivery({ event: { type: 'ping', data: {} } });
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

  it('with a signature that is not right is refused, so that a test fire catches a wrong secret', async () => {
    const { receive, errors } = createReceiver({ secrets: OTHER_SECRET });
    expect(await receive(ping)).toMatchObject({ status: 400, body: '{"error":"no_match"}' });
    expect(errors).toMatchObject([{ error: { reason: 'no_match' }, context: { status: 400 } }]);
  });

  it.each([
    ['with data', { type: 'ping', data: { id: 'ses_1' } }],
    ['of another type', { type: 'session.created', data: {} }],
    ['of no type', {}],
    ['that is no object', null],
  ])('without a signature %s is refused: only one that carries nothing is acknowledged', async (_, body) => {
    const { receive } = createReceiver();
    const headers = { 'Svc-Event-Type': 'ping' };
    const refused = { status: 400, body: '{"error":"missing_header"}' };
    expect(await receive({ headers, body: JSON.stringify(body) })).toMatchObject(refused);
    expect(await receive({ headers, body: '{' })).toMatchObject(refused);
  });

  it('is told from a sample of a test fire, which is handled and says that it is one', async () => {
    const { receive, handled } = createReceiver();
    const event = { type: 'session.created', test: true, data: { id: 'ses_1' } };
    expect(await receive(signDelivery({ event }))).toEqual(DONE);
    expect(handled).toMatchObject([{ type: 'session.created', test: true }]);
  });

  it('is what the signed body says when the header says another type', async () => {
    const { receive, errors } = createReceiver({ onUnknown: () => expect.unreachable() });
    const headers = { ...ping.headers, 'Svc-Event-Type': 'session.created' };
    expect(await receive({ ...ping, headers })).toEqual(DONE);
    expect(errors).toEqual([]);
  });

  it('opens no way around the signature: what the header calls ping is verified all the same', async () => {
    const { receive, handled } = createReceiver();
    const headers = { 'svc-event-type': 'ping' };
    const forged = signDelivery({ secrets: [OTHER_SECRET] });
    for (const { body, headers: signed } of [signDelivery(), forged]) {
      expect(await receive({ body, headers })).toMatchObject({ status: 400 });
      if (signed === forged.headers)
        expect(await receive({ body, headers: { ...signed, ...headers } })).toMatchObject({ status: 400 });
    }
    expect(handled).toEqual([]);
  });

  it.each(['PING', 'ping ', 'session.created'])('is not what the header calls %j', async (type) => {
    const { receive } = createReceiver();
    expect((await receive({ ...unsigned, headers: { 'Svc-Event-Type': type } })).status).toBe(400);
  });
});
