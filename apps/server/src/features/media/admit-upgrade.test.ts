import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { createFakeClock } from '../../testing/create-fake-clock.ts';
import { createUpgradeLimiter, readAddress } from './judge-upgrade.ts';

const requestFrom = (address: string, forwardedFor?: string) =>
  ({
    socket: { remoteAddress: address },
    headers: { ...(forwardedFor ? { 'x-forwarded-for': forwardedFor } : {}) },
  }) as unknown as IncomingMessage;

it('an address has a tenth of its requests as upgrades in each window, and hears when the next begins', () => {
  const clock = createFakeClock();
  const config = { unauthenticatedRateLimit: 30, rateWindowSeconds: 60, trustProxyHops: 0 };
  const limiter = createUpgradeLimiter({ clock, config: config as never });
  const count = () => limiter.count(requestFrom('192.0.2.1')).admitted;
  expect([count(), count(), count(), count()]).toEqual([true, true, true, false]);
  const { rateLimit } = limiter.count(requestFrom('192.0.2.1'));
  expect(rateLimit).toMatchObject({ limit: 3, remaining: 0 });
  expect(limiter.count(requestFrom('192.0.2.2')).admitted).toBe(true);
  clock.advance(rateLimit.resetAt * 1_000 - clock.now().getTime());
  expect(count()).toBe(true);
});

it('upgrades of one address count together, whichever port its proxy writes', () => {
  const config = { unauthenticatedRateLimit: 30, rateWindowSeconds: 60, trustProxyHops: 1 };
  const limiter = createUpgradeLimiter({ clock: createFakeClock(), config: config as never });
  const written = ['203.0.113.7:50001', '203.0.113.7:50002', '[::ffff:203.0.113.7]:50003', '203.0.113.7'];
  const admitted = written.map((address) => limiter.count(requestFrom('192.0.2.1', address)).admitted);
  expect(admitted).toEqual([true, true, true, false]);
});

it('an upgrade that is asked about again counts once', () => {
  const config = { unauthenticatedRateLimit: 30, rateWindowSeconds: 60, trustProxyHops: 0 };
  const limiter = createUpgradeLimiter({ clock: createFakeClock(), config: config as never });
  const request = requestFrom('192.0.2.1');
  expect([limiter.count(request), limiter.count(request)]).toMatchObject(
    [2, 2].map((remaining) => ({ rateLimit: { remaining } })),
  );
});

it.each([
  [0, '192.0.2.1'],
  [1, '203.0.113.7'],
  [2, '198.51.100.9'],
  [9, '198.51.100.9'],
])('behind %i trusted proxies the address is %s, whatever a client claims', (hops, address) => {
  expect(readAddress(requestFrom('192.0.2.1', '198.51.100.9, 203.0.113.7'), hops)).toBe(address);
});
