import type { IncomingMessage } from 'node:http';
import { Refusal } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { rateLimited } from '../../http/apply-policy.ts';
import type { Domain } from '../../http/hosts/create-domains.ts';
import type { RateLimit } from '../../http/limits/rate-limit-headers.ts';
import { SIGNALLING_PATH } from '../../platform/media-connection.ts';
import type { Config } from '../../config/read-config.ts';
import { createAddressLimiter } from '../../http/limits/count-address.ts';

export const judgeUpgrade = (
  context: Pick<Context, 'clock' | 'config'>,
  { url, headers }: IncomingMessage,
  { admitted, rateLimit, domain }: { admitted: boolean; rateLimit: RateLimit; domain: Domain | undefined },
): Refusal | undefined => {
  if (url?.split('?')[0] !== SIGNALLING_PATH) return new Refusal('not_found', 'There is no such path.');
  if (!admitted) return rateLimited(context, rateLimit);
  if (!admitsOrigin(context.config, { origin: headers.origin, domain })) return otherOrigin();
  return undefined;
};

const otherOrigin = () =>
  new Refusal(
    'permission_denied',
    'Pages of this Origin may not open a socket. The host names those that may in SIGNALLING_ORIGINS.',
  );

export const noHandshake = (reason: string): Refusal => {
  const name = /[\w-]+(?= header)/.exec(reason)?.[0].toLowerCase();
  const path = name ? `header.${name}` : 'header';
  const message = name
    ? 'is missing, or is not as a WebSocket handshake has it (RFC 6455, section 4.1)'
    : 'is no WebSocket handshake (RFC 6455, section 4.1): it is a GET';
  return new Refusal('validation_error', `${path}: ${message}`, {
    errors: [{ path, code: 'invalid_format', message }],
    headers: { 'Sec-WebSocket-Version': '13' },
  });
};

export const stopping = (): Refusal =>
  new Refusal('unavailable', 'This server is stopping. Connect again.', { headers: { 'Retry-After': '1' } });

export const unknownHost = (cause: unknown): Refusal =>
  new Refusal('unavailable', 'Whose this host is can not be looked up now. Connect again.', {
    cause,
    headers: { 'Retry-After': '2' },
  });

/** Without SIGNALLING_ORIGINS any, since holders of API keys hand the token to their own pages. Programs send none. */
const admitsOrigin = (
  { baseUrl, signallingOrigins }: Pick<Config, 'baseUrl' | 'signallingOrigins'>,
  { origin, domain }: { origin: string | undefined; domain?: Domain | undefined },
): boolean =>
  origin === undefined ||
  signallingOrigins === undefined ||
  // The page of an invite opens its socket at its own origin.
  (domain !== undefined && origin === `https://${domain.name}`) ||
  [new URL(baseUrl).origin, ...signallingOrigins].includes(origin);

/** A tenth of an address's limit without a credential may be upgrades: each holds a socket until it authenticates. */
const SHARE = 10;

export const createUpgradeLimiter = ({ clock, config }: Pick<Context, 'clock' | 'config'>) => {
  const unauthenticatedRateLimit = Math.ceil(config.unauthenticatedRateLimit / SHARE);
  const limiter = createAddressLimiter({ clock, config: { ...config, unauthenticatedRateLimit } });
  const counted = new WeakMap<IncomingMessage, ReturnType<typeof limiter.count>>();
  return {
    count: (request: IncomingMessage): { admitted: boolean; rateLimit: RateLimit } => {
      const count = counted.get(request) ?? limiter.count(readAddress(request, config.trustProxyHops));
      counted.set(request, count);
      return count;
    },
  };
};

/**
 * Reads the address as Express, which does not see upgrades, would: each trusted proxy has put the address that it saw
 * at the end of X-Forwarded-For.
 */
export const readAddress = ({ socket, headers }: IncomingMessage, trustedHops: number): string => {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const way = [
    ...forwarded.map((address) => address.trim()).filter((address) => address !== ''),
    socket.remoteAddress ?? '',
  ];
  return way[Math.max(0, way.length - 1 - trustedHops)]!;
};
