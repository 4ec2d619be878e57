import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inetOf } from './inet-of.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::1', '::1'],
])('%s is %s', (address, inet) => {
  expect(inetOf(address)).toBe(inet);
});

it.each([undefined, '', 'unknown', '203.0.113', '203.0.113.7:443', '[::1]', '203.0.113.7 ', '_hidden'])(
  '%j is no address, as a proxy may claim',
  (address) => {
    expect(inetOf(address)).toBeNull();
  },
);

it('every IPv4 address is the same within IPv6', () => {
  fc.assert(fc.property(fc.ipV4(), (address) => inetOf(`::ffff:${address}`) === address));
});

it('never fails, whatever a header says', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.ipV6(), fc.webAuthority()), (text) => (inetOf(text), true)));
});
