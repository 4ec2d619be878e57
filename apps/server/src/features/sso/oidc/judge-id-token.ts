import { createHash } from 'node:crypto';
import type { IDToken } from 'openid-client';
import { refuseOidc } from './refuse-oidc.ts';

/** Seconds by which a provider's clock may differ from the service's. */
const SKEW = 30;

export type IdTokenRules = {
  clientId: string;
  now: Date;
  /** A login at the provider before this is too old: for a step-up, when it began. */
  authenticatedSince: Date | null;
};

/**
 * Judges what openid-client leaves open of an ID token whose signature holds: its times, and for whom it was made.
 *
 * @throws {ProviderRefusal} `expired`, `not_yet_valid`, `issued_in_future`, `missing_claim`, `login_too_old`,
 *   `foreign_audience`, `personal_account`
 */
export const judgeIdToken = (claims: IDToken, { clientId, now, authenticatedSince }: IdTokenRules): void => {
  const seconds = now.getTime() / 1_000;
  const { exp, iat, nbf, azp } = claims;
  if (exp <= seconds - SKEW) throw refuseOidc('expired', 'The ID token has expired.');
  if (iat > seconds + SKEW) {
    throw refuseOidc('issued_in_future', 'The ID token was issued in the future. Compare the clocks.');
  }
  if (nbf !== undefined && nbf > seconds + SKEW) {
    throw refuseOidc('not_yet_valid', 'The ID token is not valid yet. Compare the clocks.');
  }
  if (azp !== undefined && azp !== clientId) {
    throw refuseOidc('foreign_audience', 'The ID token was made for another client (azp).');
  }
  judgeAccount(claims);
  if (authenticatedSince !== null) judgeLogin(claims, authenticatedSince);
};

const judgeLogin = ({ auth_time: authTime }: IDToken, since: Date): void => {
  if (authTime === undefined) {
    throw refuseOidc(
      'missing_claim',
      'The ID token does not say when its person logged in. Have the provider add auth_time, or step up by a code.',
    );
  }
  if (authTime < since.getTime() / 1_000 - SKEW) {
    throw refuseOidc('login_too_old', 'The provider asked for no new login: the last one is too old.');
  }
};

// Anybody makes an account at Google with an address of any company. Only those with hd are a company's own.
const judgeAccount = ({ iss, hd }: IDToken): void => {
  if (iss !== 'https://accounts.google.com' || (typeof hd === 'string' && hd !== '')) return;
  throw refuseOidc('personal_account', "This is a personal Google account. Sign in with your company's.");
};

/** @throws {ProviderRefusal} `foreign_access_token` */
export const judgeAccessToken = (claims: IDToken, { algorithm, accessToken }: AccessToken): void => {
  const { at_hash: given } = claims;
  if (given === undefined || given === hashHalf(algorithm, accessToken)) return;
  throw refuseOidc('foreign_access_token', 'The ID token belongs to another access token (at_hash).');
};

type AccessToken = { algorithm: string; accessToken: string };

// OpenID Connect Core 1.0, section 3.1.3.6. Ed25519 hashes with SHA-512.
const hashHalf = (algorithm: string, text: string): string => {
  const bits = /\d{3}$/.exec(algorithm)?.[0];
  const digest = createHash(bits && algorithm !== 'Ed25519' ? `sha${bits}` : 'sha512')
    .update(text)
    .digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
};
