import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../../../context.ts';
import { ProviderError, type ProviderRedirect, type RedirectReturn } from './signature-provider.ts';

/** Milliseconds: enough to find a phone, and to type a code twice. */
const REDIRECT_MS = 600_000;

const SECRET_BYTES = 32;

/** RFC 6749, section 4.1, bound to this server by PKCE (RFC 7636): a stolen code is worth nothing. */
export const startRedirect = (
  { random, clock }: Pick<Context, 'random' | 'clock'>,
  { authorizeUrl, parameters }: { authorizeUrl: string; parameters: Record<string, string> },
): ProviderRedirect => {
  const state = random.bytes(SECRET_BYTES).toString('base64url');
  const verifier = random.bytes(SECRET_BYTES).toString('base64url');
  const url = new URL(authorizeUrl);
  const all = {
    ...parameters,
    response_type: 'code',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
  const expiresAt = new Date(clock.now().getTime() + REDIRECT_MS);
  return { actionUrl: url.href, state, secret: verifier, expiresAt };
};

/**
 * Reads the code that a person came back with, and gives it with its verifier. The state proves the same person;
 * whoever keeps the state must see to it that it comes back only once.
 *
 * @throws {ProviderError} `wrong_state`, `expired`, `declined`, `refused`, `malformed`
 */
export const readReturn = (
  { clock }: Pick<Context, 'clock'>,
  { redirect, query }: RedirectReturn,
): { code: string; verifier: string } => {
  if (!isSame(query.get('state') ?? '', redirect.state)) {
    throw new ProviderError('wrong_state', 'The return does not belong to what was begun.');
  }
  if (clock.now() >= redirect.expiresAt) throw new ProviderError('expired', 'The return came too late.');
  const error = query.get('error');
  if (error === 'access_denied') throw new ProviderError('declined', 'The person declined at the provider.');
  if (error !== null) throw new ProviderError('refused', 'The provider sent the person back with an error.');
  const code = query.get('code');
  if (!code) throw new ProviderError('malformed', 'The provider sent the person back without a code.');
  return { code, verifier: redirect.secret };
};

const isSame = (one: string, other: string): boolean => timingSafeEqual(hash(one), hash(other));

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
