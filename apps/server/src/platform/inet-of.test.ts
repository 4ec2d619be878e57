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
  ['203.0.113.7:54321', '203.0.113.7'],
  ['203.0.113.7:0', '203.0.113.7'],
  ['[203.0.113.7]:443', '203.0.113.7'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:54321', '2001:db8::1'],
  ['[2001:DB8:0:0::0:1]:443', '2001:db8::1'],
  ['2001:db8:0:0:0:0:0:1:54321', '2001:db8::1'],
  ['2001:db8::1:5432', '2001:db8::1:5432'],
  ['[fe80::1%eth0]:443', 'fe80::1'],
  ['fe80::1%25en0', 'fe80::1'],
  ['fe80::1%eth0:443', 'fe80::1'],
  ['[fe80::1%3]', 'fe80::1'],
  ['::ffff:203.0.113.7:443', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['[::ffff:cb00:7107%1]:443', '203.0.113.7'],
  ['"[2001:db8:cafe::17]:4711"', '2001:db8:cafe::17'],
  ['"203.0.113.7:443"', '203.0.113.7'],
  ['\t203.0.113.7 ', '203.0.113.7'],
  ['203.0.113.7:_ephemeral', '203.0.113.7'],
  ['"[2001:db8::17]:_p.1-a"', '2001:db8::17'],
  ['[fe80::1]%eth0', 'fe80::1'],
  ['[fe80::1]%eth0:443', 'fe80::1'],
  ['203.0.113.7%eth0', '203.0.113.7'],
  ['::ffff:203.0.113.7%eth0', '203.0.113.7'],
  ['::203.0.113.7', '::cb00:7107'],
  ['64:ff9b::203.0.113.7', '64:ff9b::cb00:7107'],
  ['::ffff:0:203.0.113.7', '::ffff:0:cb00:7107'],
  ['2001:DB8:0:0:0:0:203.0.113.7', '2001:db8::cb00:7107'],
])('%s is %s', (address, inet) => {
  expect(inetOf(address)).toBe(inet);
});

it.each([
  ...[
    undefined,
    '',
    'unknown',
    '203.0.113',
    '_hidden',
    '_hidden:443',
    '_hidden:_port',
    ':443',
    '[]',
    '[]:443',
  ],
  ...['203.0.113.7:', '203.0.113.7:443:443', '203.0.113.7:123456', '203.0.113.7:x', '203.0.113.007'],
  ...[
    '203.0.113.7:_',
    '203.0.113.7:_a b',
    '203.0.113.7:_:443',
    '203.0.113.7 :443',
    '203.0.113.7#443',
    '203.0.113.7/32',
  ],
  ...['203.0.113.7, 10.0.0.1', 'for=203.0.113.7', 'tcp://203.0.113.7', 'unix:', 'localhost', '٢٠٣.0.113.7'],
  ...['[::1', '::1]', '[[::1]]', '[203.0.113.7', '[::1]443', '[::1]:', '0xcb007107', '3405803783', '%eth0'],
])('%j is no address, as a proxy may claim', (address) => {
  expect(inetOf(address)).toBeNull();
});

it('every IPv4 address is the same within IPv6', () => {
  fc.assert(fc.property(fc.ipV4(), (address) => inetOf(`::ffff:${address}`) === address));
});

it('never fails, whatever a header says', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.ipV6(), fc.webAuthority()), (text) => (inetOf(text), true)));
});

it('an address of IPv6 is the same with its last groups as in IPv4', () => {
  const groups = fc.tuple(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0, max: 0xffff }));
  const front = fc.constantFrom('::', '::ffff:', '64:ff9b::', '2001:db8::', '1:2:3:4:5:6:');
  fc.assert(
    fc.property(front, groups, (written, [high, low]) => {
      const bytes = [high >> 8, high & 255, low >> 8, low & 255].join('.');
      expect(inetOf(`${written}${bytes}`)).toBe(inetOf(`${written}${high.toString(16)}:${low.toString(16)}`));
    }),
  );
});

it('an address is the same with a port and in brackets, and in its own spelling', () => {
  const port = fc.integer({ min: 0, max: 65_535 });
  fc.assert(fc.property(fc.ipV4(), port, (address, number) => inetOf(`${address}:${number}`) === address));
  fc.assert(
    fc.property(fc.ipV6(), port, (address, number) => {
      const inet = inetOf(address);
      expect(inetOf(`[${address}]:${number}`)).toBe(inet);
      expect(inetOf(`[${address.toUpperCase()}]`)).toBe(inet);
      expect(inetOf(inet!)).toBe(inet);
    }),
  );
});
