import type { Context } from '../context.ts';
import { isWellFormedApiKey } from '../platform/secrets/api-key.ts';
import { hashToken } from '../platform/secrets/hash-token.ts';
import { admitKey, type AdmittedKey } from './prepared/admit-key.ts';
import type { RateLimit } from './rate-limit-headers.ts';
import type { Caller } from './request-state.ts';

export type Authentication =
  { outcome: 'unknown' } | { outcome: 'admitted' | 'limited'; caller: Caller; rateLimit: RateLimit };

/** Finds the credential of an API key and counts the request against it and its organisation. */
export const authenticateCredential = async (
  { database, config }: Pick<Context, 'database' | 'config'>,
  apiKey: string,
): Promise<Authentication> => {
  if (!isWellFormedApiKey(apiKey)) return { outcome: 'unknown' };
  const windowSeconds = config.rateWindowSeconds;
  const admitted = await admitKey(database, { keyHash: hashToken(apiKey), windowSeconds });
  return admitted ? toAuthentication(admitted, windowSeconds) : { outcome: 'unknown' };
};

const toAuthentication = (row: AdmittedKey, windowSeconds: number): Authentication => ({
  outcome: row.credential_count === null || row.organisation_count === null ? 'limited' : 'admitted',
  caller: {
    organisationId: row.organisation_id,
    credentialId: row.credential_id,
    scopes: row.scopes,
    operatorEmail: row.operator_email,
    organisationLocale: row.locale,
  },
  rateLimit: nearerLimit(row, windowSeconds),
});

/** The limit with fewer requests left: that is the one the caller meets first. */
const nearerLimit = (row: AdmittedKey, windowSeconds: number): RateLimit => {
  const resetAt = row.window_start + windowSeconds;
  const of = (limit: number, count: number | null): RateLimit => ({
    limit,
    remaining: count === null ? 0 : Math.max(0, limit - count),
    resetAt,
    windowSeconds,
  });
  const credential = of(row.credential_limit, row.credential_count);
  // Where the credential's limit refused, the organisation was not counted at all.
  if (row.credential_count === null) return credential;
  const organisation = of(row.organisation_limit, row.organisation_count);
  return organisation.remaining < credential.remaining ? organisation : credential;
};
