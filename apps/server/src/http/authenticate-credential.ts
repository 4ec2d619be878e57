import { ROLES, type Scope } from '@field-inspection/contract';
import type { Context } from '../context.ts';
import { joinCalls } from '../platform/concurrency/join-calls.ts';
import { isWellFormed } from '../platform/secrets/api-key.ts';
import { hashToken } from '../platform/secrets/hash-token.ts';
import type { RateLimit } from './limits/rate-limit-headers.ts';
import { linkDomainOf } from './hosts/link-domain-of.ts';
import { countKey, type CountedKey } from './prepared/count-key.ts';
import type { Caller } from './request-state.ts';

export type Authentication =
  { outcome: 'unknown' } | { outcome: 'admitted' | 'limited'; caller: Authenticated; rateLimit: RateLimit };

type Authenticated = Omit<Caller, 'address' | 'neededScopes'>;

type Found = CountedKey & { keyHash: Buffer<ArrayBuffer> };

/** The number of requests in the window, this one included; null over the limit. */
type Counted = Found & { credential_count: number | null; organisation_count: number | null };

type CountedLimits = Pick<
  Counted,
  'credential_limit' | 'organisation_limit' | 'credential_count' | 'organisation_count' | 'window_start'
>;

/** Takes an API key, or the token of a session. `address` is the request's, as `inetOf` gives it. */
export type Authenticate = (token: string, address: string | null) => Promise<Authentication>;

/**
 * Finds a token's credential and counts the request against it and its organisation. Requests of one token from one
 * address that come while one is being counted are counted together: they would only wait for its row, each with a
 * connection of its own.
 */
export const createAuthenticate = (context: Pick<Context, 'database' | 'config'>): Authenticate => {
  const count = joinCalls((tokenAndAddress, requests) => {
    const [token = '', address = ''] = tokenAndAddress.split(' ');
    return countRequests(context, { token, address: address || null, requests });
  });
  return async (token, address) =>
    isWellFormed('key', token) || isWellFormed('session', token)
      ? count(`${token} ${address ?? ''}`)
      : { outcome: 'unknown' };
};

const countRequests = async (
  { database, config }: Pick<Context, 'database' | 'config'>,
  { token, ...counted }: { token: string; address: string | null; requests: number },
): Promise<Authentication[]> => {
  const { requests } = counted;
  const windowSeconds = config.rateWindowSeconds;
  const keyHash = hashToken(token);
  const row = await countKey(database, { keyHash, windowSeconds, ...counted });
  return answerEach(row && { ...row, keyHash }, { requests, windowSeconds });
};

const answerEach = (
  row: Found | undefined,
  { requests, windowSeconds }: { requests: number; windowSeconds: number },
): Authentication[] =>
  Array.from({ length: requests }, (_, index) =>
    row ? toAuthentication(countOne(row, index + 1), windowSeconds) : { outcome: 'unknown' },
  );

/** Gives the counts that one of the requests counted together would have found, counted alone in its turn. */
const countOne = (row: Found, turn: number): Counted => {
  const of = (before: number | null, limit: number) =>
    before !== null && before + turn <= limit ? before + turn : null;
  return {
    ...row,
    credential_count: of(row.credential_before, row.credential_limit),
    organisation_count: of(row.organisation_before, row.organisation_limit),
  };
};

const toAuthentication = (row: Counted, windowSeconds: number): Authentication => ({
  outcome: row.credential_count === null || row.organisation_count === null ? 'limited' : 'admitted',
  caller: {
    organisationId: row.organisation_id,
    credentialId: row.credential_id,
    memberId: row.member_id,
    session: row.kind === 'session' ? { isSteppedUp: row.is_stepped_up } : null,
    ...splitScopes(row),
    operatorEmail: row.operator_email,
    organisationLocale: row.locale,
    organisationTimeZone: row.time_zone,
    keyHash: row.keyHash,
    linkDomain: linkDomainOf(row),
  },
  rateLimit: nearerLimit(row, windowSeconds),
});

// A key keeps the scopes that it was made with, but a member's key may do no more than the role does today. A session
// may do what the role does today.
const splitScopes = ({ kind, scopes, role }: Counted): Pick<Caller, 'scopes' | 'withheldScopes'> => {
  if (kind === 'session') return { scopes: role === null ? [] : [...ROLES[role]], withheldScopes: [] };
  const allowed: readonly Scope[] = role === null ? scopes : ROLES[role];
  return {
    scopes: scopes.filter((scope) => allowed.includes(scope)),
    withheldScopes: scopes.filter((scope) => !allowed.includes(scope)),
  };
};

/** Gives the limit with fewer requests left: the caller meets it first. */
export const nearerLimit = (row: CountedLimits, windowSeconds: number): RateLimit => {
  const resetAt = row.window_start + windowSeconds;
  const of = (limit: number, count: number | null): RateLimit => ({
    limit,
    remaining: count === null ? 0 : Math.max(0, limit - count),
    resetAt,
    windowSeconds,
  });
  const credential = of(row.credential_limit, row.credential_count);
  // The credential's limit refused, so the organisation was not counted.
  if (row.credential_count === null) return credential;
  const organisation = of(row.organisation_limit, row.organisation_count);
  return organisation.remaining < credential.remaining ? organisation : credential;
};
