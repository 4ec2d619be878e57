import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { rateLimited } from '../../http/apply-policy.ts';
import type { Domain } from '../../http/hosts/create-domains.ts';
import type { RateLimit } from '../../http/limits/rate-limit-headers.ts';
import { SIGNALLING_PATH } from '../../platform/media-connection.ts';
import { admitsOrigin } from './admit-origin.ts';

/** Why an upgrade is refused before it is a socket; undefined where it may be one. */
export const judgeUpgrade = (
  context: Pick<Context, 'clock' | 'config'>,
  { url, headers }: IncomingMessage,
  { admitted, rateLimit, domain }: { admitted: boolean; rateLimit: RateLimit; domain: Domain | undefined },
): ApiError | undefined => {
  if (url?.split('?')[0] !== SIGNALLING_PATH) return new ApiError('not_found', 'There is no such path.');
  if (!admitted) return rateLimited(context, rateLimit);
  if (!admitsOrigin(context.config, { origin: headers.origin, domain })) return otherOrigin();
  return undefined;
};

const otherOrigin = () =>
  new ApiError(
    'permission_denied',
    'Pages of this Origin may not open a socket. The host names those that may in SIGNALLING_ORIGINS.',
  );

/** What ws refuses; it tells no name but that of a header. */
export const noHandshake = (reason: string): ApiError => {
  const name = /[\w-]+(?= header)/.exec(reason)?.[0].toLowerCase();
  const path = name ? `header.${name}` : 'header';
  const message = name
    ? 'is missing, or is not as a WebSocket handshake has it (RFC 6455, section 4.1)'
    : 'is no WebSocket handshake (RFC 6455, section 4.1): it is a GET';
  return new ApiError('validation_error', `${path}: ${message}`, {
    errors: [{ path, code: 'invalid_format', message }],
    headers: { 'Sec-WebSocket-Version': '13' },
  });
};

export const stopping = (): ApiError =>
  new ApiError('unavailable', 'This server is stopping. Connect again.', { headers: { 'Retry-After': '1' } });

export const unknownHost = (cause: unknown): ApiError =>
  new ApiError('unavailable', 'Whose this host is can not be looked up now. Connect again.', {
    cause,
    headers: { 'Retry-After': '2' },
  });
