import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Config } from '../../config/read-config.ts';
import type { Clock } from '../../platform/clock.ts';
import { inetOf } from '../../platform/inet-of.ts';
import type { RateLimit } from './rate-limit-headers.ts';

/**
 * Bytes of a read and refused body that count as one more request: 256 KiB as 65 requests, a drawing of 1 MiB as 257.
 * An address that sends nothing else in its minute then takes a few hundredths of a processor.
 */
export const WEIGHED_BYTES = 4 * 1024;

/** In memory, so that a flood of bad keys costs no write. IPv6 counts by /64: one customer has that many. */
export const createAddressLimiter = ({ clock, config }: { clock: Clock; config: Config }) => {
  const windowSeconds = config.rateWindowSeconds;
  let windowStart = 0;
  let counts = new Map<string, number>();
  const add = (address: string, cost: number): AddressCount => {
    const start = Math.floor(clock.now().getTime() / 1000 / windowSeconds) * windowSeconds;
    if (start !== windowStart) {
      windowStart = start;
      counts = new Map();
    }
    const subject = addressBlock(address);
    const used = (counts.get(subject) ?? 0) + cost;
    counts.set(subject, used);
    const limit = config.unauthenticatedRateLimit;
    const remaining = Math.max(0, limit - used);
    return {
      admitted: used <= limit,
      rateLimit: { limit, remaining, resetAt: start + windowSeconds, windowSeconds },
    };
  };
  return {
    count: (address: string): AddressCount => add(address, 1),
    weigh: (address: string, bytes: number): RateLimit =>
      add(address, Math.floor(bytes / WEIGHED_BYTES)).rateLimit,
  };
};

type AddressCount = { admitted: boolean; rateLimit: RateLimit };

export type AddressLimiter = ReturnType<typeof createAddressLimiter>;

/** The /64 of an IPv6 address, however it is written (`inetOf`); any other text as it is. */
export const addressBlock = (address: string): string => {
  const inet = inetOf(address);
  if (inet === null || isIP(inet) === 4) return inet ?? address;
  const network = ipaddr.IPv6.parse(inet)
    .parts.slice(0, 4)
    .map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
};
