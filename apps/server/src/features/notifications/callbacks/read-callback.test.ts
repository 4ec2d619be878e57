import { describe, expect, test } from 'vitest';
import { readCallback } from './receive-callback.ts';

const id = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
const read = (body: object) => readCallback(Buffer.from(JSON.stringify(body)));

test.each([
  [id, id],
  [id.toUpperCase(), id],
  [`<${id}@inspect.example>`, id],
  [`${id}@inspect.example`, id],
  [`x${id}`, undefined],
  [`<${id}@inspect.example> OR 1=1`, undefined],
  ['4711', undefined],
  ['', undefined],
])('the reference %j is of the message %s', (client_ref, messageId) => {
  expect(read({ client_ref, status: 'delivered', more: 1 })).toEqual({
    messageId,
    fate: 'delivered',
    reason: null,
  });
});

test.each([
  ['unknown_recipient', 'unknown_recipient'],
  ['5.1.1', 'unknown_recipient'],
  ['5.2.2', 'mailbox_full'],
  ['5.7.1 ada@example.com looks like spam', 'blocked'],
  ['ada@example.com is unknown', 'refused'],
  ['limit', 'refused'],
  [null, 'refused'],
  [undefined, 'refused'],
])('of the reason %j is kept %s', (reason, kept) => {
  expect(read({ client_ref: id, status: 'bounced', reason }).reason).toBe(kept);
});

describe('refused is', () => {
  test.each([['{'], ['[]'], ['null'], ['"delivered"'], ['{}'], [`{"client_ref":"${id}"}`], ['\u0000']])(
    '%s',
    (body) => expect(() => readCallback(Buffer.from(body))).toThrow('must be JSON with client_ref'),
  );

  test.each([{ status: 'sent' }, { client_ref: 7 }, { client_ref: 'x'.repeat(301) }, { reason: 7 }])(
    '%j',
    (change) => expect(() => read({ client_ref: id, status: 'failed', ...change })).toThrow('must be JSON'),
  );
});
