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
    for (const delivery of [signDelivery(), signDelivery({ secrets: [OTHER_SECRET] })]) {
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
