import { ApiError, invalidField, unauthenticated } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { showLimit } from '../../http/apply-policy.ts';
import { nearerLimit } from '../../http/authenticate-credential.ts';
import type { WriteRequest } from '../../http/kept-reply.ts';
import { chargeKey } from '../../http/prepared/charge-key.ts';
import { callerOf, stateOf } from '../../http/request-state.ts';

/**
 * Counts a request that creates several sessions like that many, in the limits of its key and its organisation. It has
 * been counted once when it came. Where the others have no room none of them counts, and nothing may be done.
 *
 * @throws {ApiError} rate_limited until the next window; validation_error where no window has room for so many
 */
export const chargeSessions = async (
  context: Pick<Context, 'clock' | 'config' | 'database'>,
  request: Pick<WriteRequest, 'res'>,
  count: number,
): Promise<void> => {
  const { organisationId, credentialId } = callerOf(request);
  if (count === 1) return;
  const { rateWindowSeconds: windowSeconds } = context.config;
  const key = { organisationId, credentialId, windowSeconds, requests: count - 1 };
  const charged = await chargeKey(context.database, key);
  if (!charged) throw unauthenticated();
  const most = Math.min(charged.credential_limit, charged.organisation_limit);
  if (count > most) {
    const words = `count like ${count} requests, and the limit is ${most} in ${windowSeconds} seconds: send at most ${most} at once, or ask whoever runs the service for more`;
    throw invalidField('sessions', words, 'too_big');
  }
  if (charged.organisation_count === null) throw refuse(context, request, count);
  const response = request.res!;
  showLimit(context, { request: response.req, response }, nearerLimit(charged, windowSeconds));
};

const refuse = ({ clock }: Pick<Context, 'clock'>, request: object, count: number): ApiError => {
  const { remaining, resetAt } = stateOf(request).rateLimit!;
  const seconds = Math.max(1, resetAt - Math.floor(clock.now().getTime() / 1000));
  return new ApiError(
    'rate_limited',
    `The sessions count like ${count} requests, and ${remaining + 1} were left. Nothing was done. Send them again at the time in X-RateLimit-Reset.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
};
