import type { IncomingMessage } from 'node:http';
import type { Context } from '../../context.ts';
import { createAddressLimiter } from '../../http/limits/count-address.ts';
import type { RateLimit } from '../../http/limits/rate-limit-headers.ts';

/** Of what an address has without a credential, a tenth may be upgrades: each holds a socket while it says who it is. */
const SHARE = 10;

/** Counts the upgrades of each address, each of them once. */
export const createUpgradeLimiter = ({ clock, config }: Pick<Context, 'clock' | 'config'>) => {
  const unauthenticatedRateLimit = Math.ceil(config.unauthenticatedRateLimit / SHARE);
  const limiter = createAddressLimiter({ clock, config: { ...config, unauthenticatedRateLimit } });
  const counted = new WeakMap<IncomingMessage, ReturnType<typeof limiter.count>>();
  return {
    /** Says what one leaves of the limit; `admitted` is false once it is used up. */
    count: (request: IncomingMessage): { admitted: boolean; rateLimit: RateLimit } => {
      const count = counted.get(request) ?? limiter.count(readAddress(request, config.trustProxyHops));
      counted.set(request, count);
      return count;
    },
  };
};

/**
 * Whose an upgrade is. Express does not see it, so this says what Express would: each trusted proxy has put the address
 * that it saw at the end of X-Forwarded-For.
 */
export const readAddress = ({ socket, headers }: IncomingMessage, trustedHops: number): string => {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const way = [
    ...forwarded.map((address) => address.trim()).filter((address) => address !== ''),
    socket.remoteAddress ?? '',
  ];
  return way[Math.max(0, way.length - 1 - trustedHops)]!;
};
