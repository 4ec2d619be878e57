import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config/read-config.ts';
import { createFakeClock } from '../../testing/create-fake-clock.ts';
import { addressBlock, createAddressLimiter } from './count-address.ts';

const WINDOW_START = new Date('2026-11-20T09:30:00.000Z');

const openLimiter = (limit: number) => {
  const { config } = readConfig({ UNAUTHENTICATED_RATE_LIMIT: String(limit) });
  const clock = createFakeClock(WINDOW_START);
  return { clock, limiter: createAddressLimiter({ clock, config }) };
};

describe('createAddressLimiter', () => {
  it('admits exactly the limit in a window, and shows how many are left', () => {
    const { limiter } = openLimiter(3);
    const counts = Array.from({ length: 5 }, () => limiter.count('192.0.2.1'));
    expect(counts.map(({ admitted }) => admitted)).toEqual([true, true, true, false, false]);
    expect(counts.map(({ rateLimit }) => rateLimit.remaining)).toEqual([2, 1, 0, 0, 0]);
    expect(counts[0]!.rateLimit).toMatchObject({
      limit: 3,
      windowSeconds: 60,
      resetAt: WINDOW_START.getTime() / 1000 + 60,
    });
  });

  it('starts anew with the next window, not a millisecond before', () => {
    const { limiter, clock } = openLimiter(1);
    limiter.count('192.0.2.1');
    clock.advance(59_999);
    expect(limiter.count('192.0.2.1').admitted).toBe(false);
    clock.advance(1);
    expect(limiter.count('192.0.2.1').admitted).toBe(true);
  });

  it('counts each address for itself', () => {
    const { limiter } = openLimiter(1);
    limiter.count('192.0.2.1');
    expect(limiter.count('192.0.2.2').admitted).toBe(true);
    expect(limiter.count('192.0.2.1').admitted).toBe(false);
  });

  it('counts an address as one, whichever port a proxy writes behind it', () => {
    const { limiter } = openLimiter(3);
    const written = ['192.0.2.1:50001', '192.0.2.1:50002', '::ffff:192.0.2.1', '192.0.2.1'];
    expect(written.map((address) => limiter.count(address).admitted)).toEqual([true, true, true, false]);
    expect(limiter.count('192.0.2.2:50001').admitted).toBe(true);
  });

  it('counts each 4 KiB of a refused body like one request more, beyond the limit, too', () => {
    const { limiter } = openLimiter(100);
    limiter.count('192.0.2.1');
    const left = [4_095, 4_096, 256 * 1024, 256 * 1024].map(
      (bytes) => limiter.weigh('192.0.2.1', bytes).remaining,
    );
    expect(left).toEqual([99, 98, 34, 0]);
    expect(limiter.count('192.0.2.1').admitted).toBe(false);
    expect(limiter.count('192.0.2.2').admitted).toBe(true);
  });

  it('counts a network of IPv6 as one: its customer has 2^64 addresses', () => {
    const { limiter } = openLimiter(1);
    limiter.count('2001:db8:0:1::1');
    expect(limiter.count('2001:db8:0:1:ffff:ffff:ffff:ffff').admitted).toBe(false);
    expect(limiter.count('2001:db8:0:2::1').admitted).toBe(true);
  });
});

describe('addressBlock', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:c000:0201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1::8', '1:0:0:0::/64'],
    ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
    ['192.0.2.1:54321', '192.0.2.1'],
    ['[2001:db8:1:2::3]:54321', '2001:db8:1:2::/64'],
    ['[fe80::1%eth0]:443', 'fe80:0:0:0::/64'],
    ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
    ['', ''],
    ['unknown', 'unknown'],
    ['3405803783', '3405803783'],
  ])('of %j is %j', (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });

  it('of an IPv4 address is the address, also mapped into IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(addressBlock(address)).toBe(address);
        expect(addressBlock(`::ffff:${address}`)).toBe(address);
      }),
    );
  });

  it('of an IPv6 address depends on its first 64 bits only, in any spelling', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    const half = fc.array(group, { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(half, half, half, (network, host, other) => {
        fc.pre(network.some((value) => value !== '0'));
        const block = addressBlock([...network, ...host].join(':'));
        expect(addressBlock([...network, ...other].join(':'))).toBe(block);
        const long = [...network, ...host].map((value) => value.padStart(4, '0').toUpperCase()).join(':');
        expect(addressBlock(long)).toBe(block);
      }),
    );
  });
});
