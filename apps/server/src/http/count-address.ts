import { isIPv6 } from 'node:net';
import type { Context } from '../context.ts';
import type { RateLimit } from './rate-limit-headers.ts';

/**
 * Counts requests without a valid credential per address, in memory: a flood of bad keys costs no write.
 * IPv6 counts by /64, since one customer has that many addresses.
 */
export const createAddressLimiter = ({ clock, config }: Pick<Context, 'clock' | 'config'>) => {
  const windowSeconds = config.rateWindowSeconds;
  let windowStart = 0;
  let counts = new Map<string, number>();
  return {
    /** Counts one request; `admitted` is false once the window is used up. */
    count: (address: string): { admitted: boolean; rateLimit: RateLimit } => {
      const start = Math.floor(clock.now().getTime() / 1000 / windowSeconds) * windowSeconds;
      if (start !== windowStart) {
        windowStart = start;
        counts = new Map();
      }
      const subject = addressBlock(address);
      const used = (counts.get(subject) ?? 0) + 1;
      counts.set(subject, used);
      const limit = config.unauthenticatedRateLimit;
      const rateLimit = {
        limit,
        remaining: Math.max(0, limit - used),
        resetAt: start + windowSeconds,
        windowSeconds,
      };
      return { admitted: used <= limit, rateLimit };
    },
  };
};

export type AddressLimiter = ReturnType<typeof createAddressLimiter>;

/** The address itself, or the /64 of an IPv6 address (an IPv4-mapped one counts as IPv4). */
export const addressBlock = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - front.length - back.length }, () => '0');
  return (
    [...front, ...zeros, ...back]
      .slice(0, 4)
      .map((group) => parseInt(group, 16).toString(16))
      .join(':') + '::/64'
  );
};
