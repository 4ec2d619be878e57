import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Network } from './network.ts';

const takes = (value: string) => Network.safeParse(value).success;

test.each([
  '203.0.113.0/24',
  '0.0.0.0/0',
  '255.255.255.255/32',
  '::/0',
  '::1/128',
  '2001:db8::/32',
  '2001:DB8:0:0:8:800:200C:417A/128',
  '1::8/64',
  '1:2:3:4:5:6:7::/112',
])('takes %s', (network) => {
  expect(takes(network)).toBe(true);
});

test.each([
  '',
  '203.0.113.7',
  '203.0.113.0/33',
  '203.0.113/24',
  '203.0.113.256/24',
  '010.0.0.0/8',
  '203.0.113.0/24\n',
  ' 203.0.113.0/24',
  '2001:db8::/129',
  '2001:db8::',
  '1:2:3:4:5:6:7:8:9/64',
  '1::2::3/64',
  ':1/64',
  '1:/64',
  'fe80::1%eth0/64',
  '::ffff:203.0.113.0/120',
  'example.com/24',
])('refuses %j, and says what a network looks like', (network) => {
  const { error } = Network.safeParse(network);
  expect(error?.issues[0]?.message).toBe('must be a network such as 203.0.113.0/24 or 2001:db8::/32');
});

test.each([
  ['10.0.0.1/8', '10.0.0.0/8'],
  ['203.0.113.7/32', '203.0.113.7/32'],
  ['203.0.113.255/25', '203.0.113.128/25'],
  ['192.168.1.1/0', '0.0.0.0/0'],
  ['2001:db8::1/32', '2001:db8::/32'],
  ['2001:DB8:0:0:8:800:200C:417A/128', '2001:db8::8:800:200c:417a/128'],
  ['2001:db8:0:1:0:0:0:1/64', '2001:db8:0:1::/64'],
  ['fe80:ffff::/10', 'fe80::/10'],
  ['1:0:2:3:4:5:6:7/128', '1:0:2:3:4:5:6:7/128'],
  ['::1/128', '::1/128'],
  ['1::/128', '1::/128'],
  ['ffff::1/0', '::/0'],
  ['::ffff:cb00:7107/120', '203.0.113.0/24'],
  ['0:0:0:0:0:FFFF:cb00:7107/128', '203.0.113.7/32'],
  ['::ffff:0:0/96', '0.0.0.0/0'],
  ['::ffff:0:0/95', '::fffe:0:0/95'],
  ['::1:ffff:cb00:7107/128', '::1:ffff:cb00:7107/128'],
])('%s is kept as %s', (network, kept) => {
  expect(Network.parse(network)).toBe(kept);
});

/** An IPv4 network within IPv6 is kept as IPv4, and so has another size. */
const isMapped = (address: string) => new URL(`http://[${address}]`).hostname.startsWith('[::ffff:');

test('a network is kept so that all of it lies in what was sent, and nothing else', () => {
  const networks = fc.oneof(
    fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })),
    fc.tuple(
      fc.ipV6().filter((address) => !address.includes('.') && !isMapped(address)),
      fc.integer({ min: 0, max: 128 }),
    ),
  );
  fc.assert(
    fc.property(networks, ([address, size]) => {
      const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
      const kept = Network.parse(`${address}/${size}`);
      const [base = '', keptSize] = kept.split('/');
      expect(Number(keptSize)).toBe(size);
      expect(Network.parse(kept)).toBe(kept);
      const sent = new BlockList();
      sent.addSubnet(address, size, family);
      expect(sent.check(base, family)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test('of texts that look like addresses it takes exactly those that are', () => {
  const group = fc.constantFrom('', '0', '1', 'db8', 'FFFF', '12345', 'g');
  const looks = fc.array(group, { minLength: 1, maxLength: 10 }).map((groups) => groups.join(':'));
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), looks), (address) => {
      // Only addresses in groups: those with an IPv4 part are spelled otherwise.
      fc.pre(!(address.includes(':') && address.includes('.')));
      expect(takes(`${address}/32`)).toBe(isIP(address) !== 0);
    }),
    { numRuns: 2_000 },
  );
});
