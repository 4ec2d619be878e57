import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admitAddress, classifyAddress, type AddressClass } from './classify-address.ts';

describe('classifyAddress', () => {
  // First and last address of each range, and its neighbours where they belong to no other range.
  it.each<[AddressClass, string[]]>([
    ['private', ['10.0.0.0', '10.255.255.255', '127.0.0.0', '127.0.0.1', '127.255.255.255']],
    ['private', ['172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255']],
    ['private', ['100.64.0.0', '100.127.255.255', '::1', 'fc00::', 'fdff:ffff::1']],
    ['public', ['1.0.0.0', '9.255.255.255', '11.0.0.0', '126.255.255.255', '128.0.0.0', '8.8.8.8']],
    ['public', ['172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0', '100.63.255.255']],
    ['public', ['100.128.0.0', '169.253.255.255', '169.255.0.0', '192.0.1.0', '192.0.3.0', '198.17.255.255']],
    [
      'public',
      ['198.20.0.0', '198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255'],
    ],
    ['public', ['2000::', '2001:200::', '2001:db7::1', '2001:db9::', '2003::', '2606:4700::1111', '2a00::1']],
    ['public', ['3ffe::1', '3fff:1000::']],
  ])('%s: %j', (addressClass, addresses) => {
    for (const address of addresses)
      expect([address, classifyAddress(address)]).toEqual([address, addressClass]);
  });

  it.each<[string, string[]]>([
    ['this network', ['0.0.0.0', '0.255.255.255']],
    ['link-local and metadata', ['169.254.0.0', '169.254.169.254', '169.254.170.2', '169.254.255.255']],
    ['metadata elsewhere', ['100.100.100.200', '168.63.129.16', '192.0.0.192']],
    ['metadata in unique local space', ['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:42::42']],
    ['protocol assignments', ['192.0.0.0', '192.0.0.255', '192.88.99.1', '192.31.196.1', '192.52.193.1']],
    [
      'documentation',
      ['192.0.2.1', '198.51.100.1', '203.0.113.255', '2001:db8::1', '3fff::1', '3fff:fff::1'],
    ],
    ['benchmarking', ['198.18.0.0', '198.19.255.255', '2001:2::1']],
    [
      'multicast, reserved, broadcast',
      ['224.0.0.0', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1'],
    ],
    ['unspecified and IPv4-compatible', ['::', '::127.0.0.1', '::8.8.8.8']],
    ['IPv4-mapped', ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:a9fe:a9fe', '::ffff:0:8.8.8.8']],
    ['NAT64', ['64:ff9b::127.0.0.1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '64:ff9b:1:ffff::8.8.8.8']],
    ['6to4, Teredo, ORCHID', ['2002:7f00:1::', '2002:808:808::1', '2001::1', '2001:10::1', '2001:20::1']],
    [
      'link-local, site-local, discard',
      ['fe80::1', 'febf::1', 'fec0::1', 'feff::1', '100::1', '100:0:0:1::1'],
    ],
    ['not given out', ['5f00::1', '4000::1', '1fff::1', 'fb00::1', '2620:4f:8000::1']],
  ])('forbids %s: %j', (_, addresses) => {
    for (const address of addresses)
      expect([address, classifyAddress(address)]).toEqual([address, 'forbidden']);
  });

  it.each([
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '010.0.0.1',
    '2130706433',
    '[::1]',
    'fe80::1%eth0',
    '1.2.3.4 ',
  ])('forbids what is not an address in its usual form: %j', (text) =>
    expect(classifyAddress(text)).toBe('forbidden'),
  );

  it('lets nothing through outside 2000::/3 and the private IPv6 ranges', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const firstWord = parseInt(address.startsWith('::') ? '0' : address, 16);
        const isGlobal = firstWord >= 0x2000 && firstWord <= 0x3fff;
        return classifyAddress(address) !== 'public' || isGlobal;
      }),
      { numRuns: 2000 },
    );
  });
});

describe('admitAddress', () => {
  it('admits loopback and private ranges only where the operator does, and metadata never', () => {
    const judge = (address: string): boolean[] =>
      [false, true].map((allowPrivateNetworks) => admitAddress(address, { allowPrivateNetworks }));

    expect(judge('93.184.215.14')).toEqual([true, true]);
    expect(judge('127.0.0.1')).toEqual([false, true]);
    expect(judge('10.1.2.3')).toEqual([false, true]);
    expect(judge('::1')).toEqual([false, true]);
    expect(judge('169.254.169.254')).toEqual([false, false]);
    expect(judge('fe80::1')).toEqual([false, false]);
    expect(judge('fd00:ec2::254')).toEqual([false, false]);
    expect(judge('100.100.100.200')).toEqual([false, false]);
  });
});
