import { Refusal } from '../refusal.ts';

/** Settings that a test is about. */
export type SsoSettings = {
  protocol: string | null;
  issuer: string | null;
  client_id: string | null;
  sso_url: string | null;
  metadata_url: string | null;
  email_claim: string | null;
  name_claim: string | null;
  groups_claim: string | null;
};

type Given = {
  protocol: string;
  issuer?: string | null | undefined;
  client_id?: string | null | undefined;
  client_secret?: string | null | undefined;
  sso_url?: string | null | undefined;
  metadata_url?: string | null | undefined;
  claims?:
    | {
        email?: string | null | undefined;
        name?: string | null | undefined;
        groups?: string | null | undefined;
      }
    | undefined;
};

/** @throws {Refusal} precondition_failed */
export const requireSsoVersion = (version: number, isMatched: boolean): void => {
  if (isMatched) return;
  const detail = `The sign-on is at version ${version} now. Get it, and send your change again with its ETag.`;
  throw new Refusal('precondition_failed', detail);
};

/**
 * Plans new settings of a connection.
 *
 * @param before the settings of before, if there are any
 * @param body the settings that were sent
 * @param keepsCertificate false where none of the certificates of before stays
 */
export const planSso = (
  before: SsoSettings | null,
  body: Given,
  keepsCertificate: boolean,
): {
  after: SsoSettings;
  /** The settings are others than those that were tested. */
  isTestVoid: boolean;
  /** Its persons are others, even of the same names, and its certificates as well. */
  isOtherProvider: boolean;
  /** The secret of before is that of another client: whoever is named now must not be shown it. */
  isOtherClient: boolean;
} => {
  const {
    protocol,
    issuer = null,
    client_id = null,
    sso_url = null,
    metadata_url = null,
    claims = {},
  } = body;
  const isOidc = protocol === 'oidc';
  const after = {
    protocol,
    issuer,
    client_id: isOidc ? client_id : null,
    sso_url: isOidc ? null : sso_url,
    metadata_url: isOidc ? null : metadata_url,
    email_claim: claims.email ?? null,
    name_claim: claims.name ?? null,
    groups_claim: claims.groups ?? null,
  };
  const names = Object.keys(after) as (keyof SsoSettings)[];
  const isChanged = names.some((name) => before?.[name] !== after[name]);
  return {
    after,
    isTestVoid: isChanged || body.client_secret !== undefined || !keepsCertificate,
    isOtherProvider:
      before !== null &&
      (before.protocol !== protocol || (before.issuer !== null && before.issuer !== issuer)),
    isOtherClient: before?.issuer !== after.issuer || before.client_id !== after.client_id,
  };
};

/**
 * Refuses settings that would void the test of what is enforced: nobody could sign in by it, and all by a code.
 *
 * @throws {Refusal} sso.invalid_state
 */
export const requireUnenforced = (isEnforced: boolean): void => {
  if (isEnforced)
    throw invalidState(
      'The sign-on is enforced, and these settings would have to be tested first. End its enforcement, or disable it.',
    );
};

/**
 * Refuses to test what is not whole.
 *
 * @throws {Refusal} sso.invalid_state
 */
export const requireTestable = (
  held: Pick<SsoSettings, 'protocol' | 'issuer' | 'client_id' | 'sso_url'> & {
    certificateCount: number;
  },
): void => {
  const { protocol, issuer, client_id, sso_url, certificateCount } = held;
  if (protocol === null) throw invalidState('There is no connection yet. Set one by PUT /v1/org/sso.');
  const missing =
    protocol === 'oidc'
      ? [issuer === null && 'issuer', client_id === null && 'client_id']
      : [
          issuer === null && 'issuer',
          sso_url === null && 'sso_url',
          certificateCount === 0 && 'pem_certificates',
        ];
  const names = missing.filter((name) => name !== false);
  if (names.length > 0) throw invalidState(`Set ${names.join(', ')} first, by PUT /v1/org/sso.`);
};

/** @throws {Refusal} sso.invalid_state */
export const requireActivatable = (status: string, verifiedDomainCount: number): void => {
  if (status !== 'tested' && status !== 'active')
    throw invalidState(
      'Test the connection first, at /sign-in?sso_test: no test has passed since it was set.',
    );
  if (verifiedDomainCount === 0)
    throw invalidState('Verify a domain first, by POST /v1/org/domains: its addresses lead to the provider.');
};

/** @throws {Refusal} sso.invalid_state */
export const requireEnforceable = ({
  status,
  isTestedHere,
  breakGlassCount,
}: {
  status: string;
  isTestedHere: boolean;
  breakGlassCount: number;
}): void => {
  if (status !== 'active') throw invalidState('Activate the connection first, by POST /v1/org/sso/activate.');
  if (!isTestedHere)
    throw invalidState('Test the connection in this session first: who enforces it must have seen it work.');
  if (breakGlassCount === 0)
    throw invalidState(
      'Set break_glass of an active org_admin first, by PATCH /v1/org/members/{id}: else a fault of the provider locks everybody out.',
    );
};

/** @throws {Refusal} sso.invalid_state */
export const requireConnection = (status: string): void => {
  if (status === 'none') throw invalidState('There is no connection yet. Set one by PUT /v1/org/sso.');
};

/** A domain whose record is missing for so long may be somebody else's by now. */
export const DOMAIN_GRACE_MS = 7 * 86_400_000;

/** Judges a daily look for the record of a verified domain: the first that misses it warns. */
export const judgeDomainLook = ({
  isThere,
  missingSince,
  now,
  graceMs,
}: {
  isThere: boolean;
  missingSince: Date | null;
  now: Date;
  graceMs: number;
}): 'there' | 'missing' | 'lost' => {
  if (isThere) return 'there';
  const missedMs = missingSince === null ? 0 : now.getTime() - missingSince.getTime();
  return missedMs < graceMs ? 'missing' : 'lost';
};

/** Domains of one organisation: each costs a look at the DNS. */
const MOST_DOMAINS = 100;

/** @throws {Refusal} sso.invalid_state */
export const requireDomainQuota = (count: number): void => {
  if (count < MOST_DOMAINS) return;
  throw invalidState(`An organisation has at most ${MOST_DOMAINS} domains of addresses. Delete one.`);
};

export const domainTaken = (name: string): Refusal =>
  new Refusal('domain.taken', `Another organisation has verified ${name}.`);

export const domainExists = (name: string): Refusal =>
  new Refusal('sso.invalid_state', `${name} is one of the domains already.`);

const invalidState = (detail: string): Refusal => new Refusal('sso.invalid_state', detail);

/** Days before a certificate's end at which one is warned. */
const WARNED_DAYS = 30;
const DAY_MS = 86_400_000;

export const judgeCertificate = (notAfter: Date, now: Date): 'ending' | 'ended' | null => {
  const left = notAfter.getTime() - now.getTime();
  if (left <= 0) return 'ended';
  return left <= WARNED_DAYS * DAY_MS ? 'ending' : null;
};

/** The last days of a certificate, in which its end is told once more. */
const LAST_DAYS = 7;

/** Tells whether admins are to hear now of the end of a last certificate: once in its last 30 days, and once in its last 7. */
export const isEndToTell = ({
  notAfter,
  warnedAt,
  now,
}: {
  notAfter: Date;
  warnedAt: Date | null;
  now: Date;
}): boolean => {
  if (judgeCertificate(notAfter, now) !== 'ending') return false;
  const lastCall = notAfter.getTime() - LAST_DAYS * DAY_MS;
  return warnedAt === null || (now.getTime() >= lastCall && warnedAt.getTime() < lastCall);
};
