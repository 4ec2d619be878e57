import { describe, expect, it } from 'vitest';
import { UsageError } from '../errors/field-inspection-error.ts';
import { signWebhook } from './sign-webhook.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

describe('signWebhook', () => {
  it('gives the headers of both families', () => {
    const headers = signWebhook({
      body: '{"test": 2432232314}',
      secret: SECRET,
      timestamp: 1614265330,
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    });
    expect(headers).toEqual({
      // Made by: printf '1614265330.{"test": 2432232314}' | openssl dgst -sha256 -hmac "$SECRET"
      'Svc-Signature': 't=1614265330,v1=2e37df5d4a028c51a7f3133d64ae1e300d2c2c900f1b1d49d4369ad2530f8964',
      'Svc-Event-Id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      // The test vector of Standard Webhooks' own libraries.
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('signs with each secret, in their order', () => {
    const input = { body: '{"id":"evt_1"}', timestamp: 1, id: 'evt_1' };
    const [one, two] = [signWebhook({ ...input, secret: SECRET }), signWebhook({ ...input, secret: OTHER })];
    const both = signWebhook({ ...input, secrets: [OTHER, SECRET] });
    expect(both['Svc-Signature']).toBe(
      `${two['Svc-Signature']},${one['Svc-Signature'].slice('t=1,'.length)}`,
    );
    expect(both['webhook-signature']).toBe(`${two['webhook-signature']} ${one['webhook-signature']}`);
  });

  it('signs bytes as it signs their text', () => {
    const text = '{"id":"evt_1","notes":"Süd ☂"}';
    const sign = (body: string | Uint8Array) => signWebhook({ body, secret: SECRET, timestamp: 1 });
    expect(sign(Buffer.from(text))).toEqual(sign(text));
  });

  it('takes the id from the body', () => {
    expect(signWebhook({ body: '{"id":"evt_1"}', secret: SECRET })['webhook-id']).toBe('evt_1');
  });

  it.each([
    [{ body: '{}' }, 'The body has no id: pass id'],
    [{ body: 'no json' }, 'The body has no id: pass id'],
    [{ body: { id: 'evt_1' } as unknown as string }, 'The body is not raw'],
    [{ id: 'evt\r\n1' }, 'id must be printable ASCII'],
    [{ timestamp: 1.5 }, 'timestamp must be whole Unix seconds'],
    [{ timestamp: Date.UTC(2026, 1) }, 'timestamp must be whole Unix seconds'],
    [{ secret: undefined }, 'A secret is not set'],
    [{ secret: '' }, 'A secret is not set'],
    [{ secret: 'whsec_!' }, 'A secret is not whsec_ and base64'],
  ])('refuses %j', (part, message) => {
    const sign = () => signWebhook({ body: '{"id":"evt_1"}', secret: SECRET, timestamp: 1, ...part });
    expect(sign).toThrow(UsageError);
    expect(sign).toThrow(message);
  });
});
