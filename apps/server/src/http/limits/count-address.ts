import ipaddr from 'ipaddr.js';
import type { Config } from '../../config/read-config.ts';
import type { Clock } from '../../platform/clock.ts';
import type { RateLimit } from './rate-limit-headers.ts';

/**
 * Counts requests without a valid credential per address, in memory: a flood of bad keys costs no write.
 * IPv6 counts by /64, since one customer has that many addresses.
 */
export const createAddressLimiter = ({ clock, config }: { clock: Clock; config: Config }) => {
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

/** The address itself, or the /64 of an IPv6 address, however either is spelled (a mapped one counts as IPv4). */
export const addressBlock = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
};
