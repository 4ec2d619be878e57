import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyCallback } from './receive-callback.ts';

const secret = 'a secret of thirty-two characters';
const now = new Date('2026-11-25T12:00:00Z');
const seconds = now.getTime() / 1_000;
const body = Buffer.from('{"status":"delivered"}');
const sign = (time: number, { key = secret, bytes = body } = {}) =>
  `t=${time},v1=${createHmac('sha256', key).update(`${time}.`).update(bytes).digest('hex')}`;
const verify = (sent: { signature?: string; authorization?: string }) =>
  verifyCallback({ body, signature: undefined, authorization: undefined, ...sent }, { secret, now });

test.each([
  ['signed now', true, { signature: sign(seconds) }],
  ['signed 5 minutes ago', true, { signature: sign(seconds - 300) }],
  ['signed earlier', false, { signature: sign(seconds - 301) }],
  ['signed in the future', false, { signature: sign(seconds + 301) }],
  ['signed with another secret', false, { signature: sign(seconds, { key: `${secret}!` }) }],
  ['signed over another body', false, { signature: sign(seconds, { bytes: Buffer.from('{}') }) }],
  ['signed for another time', false, { signature: sign(seconds).replace(/^t=\d+/, `t=${seconds - 1}`) }],
  ['signed in part', false, { signature: sign(seconds).slice(0, -1) }],
  ['signed twice', false, { signature: `${sign(seconds)},${sign(seconds)}` }],
  ['with the secret', true, { authorization: `Bearer ${secret.replaceAll(' ', '_')}` }],
  ['with another secret', false, { authorization: 'Bearer other' }],
  [
    'with a wrong signature beside the secret',
    false,
    { signature: 't=1,v1=00', authorization: `Bearer ${secret}` },
  ],
  ['with the secret by another scheme', false, { authorization: `Basic ${secret}` }],
  ['with nothing', false, {}],
] as const)('a callback %s: %s', (_title, valid, sent) => {
  // A bearer has no spaces.
  const key = 'authorization' in sent && valid ? secret.replaceAll(' ', '_') : secret;
  const given = { body, signature: undefined, authorization: undefined, ...sent };
  expect('authorization' in sent ? verifyCallback(given, { secret: key, now }) : verify(sent)).toBe(valid);
});
