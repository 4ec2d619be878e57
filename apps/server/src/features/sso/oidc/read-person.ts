import { Email, personName } from '@field-inspection/contract';
import type { ProvidedPerson } from '../provided-person.ts';
import type { OidcClaimMap } from './oidc-settings.ts';
import { refuseOidc } from './refuse-oidc.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** OpenID Connect Core 1.0, section 2. */
const MAX_SUBJECT = 255;
const MAX_GROUPS = 1_000;
const MAX_GROUP = 256;
const MAX_NAME = 200;

/**
 * Says who somebody is, by the claims of a token that was judged.
 *
 * @throws {ProviderRefusal} `unusable_subject`
 */
export const readPerson = (claims: Claims, claimMap: OidcClaimMap): ProvidedPerson => ({
  subject: readSubject(claims['sub']),
  ...readEmail(claims, claimMap),
  displayName: readName(claims, claimMap),
  groups: readGroups(claims[claimMap.groups]),
  claims: showClaims(claims),
});

const readSubject = (sub: unknown): string => {
  if (typeof sub === 'string' && sub.length <= MAX_SUBJECT && /^[\x20-\x7e]+$/.test(sub)) return sub;
  throw refuseOidc(
    'unusable_subject',
    'The ID token names nobody: its sub has 1 to 255 characters of ASCII.',
  );
};

// Entra never says whether an address is verified, and leaves email out where the directory has none. Elsewhere people
// choose their preferred_username themselves: OpenID Connect Core 1.0, section 5.7.
const readEmail = (
  claims: Claims,
  claimMap: OidcClaimMap,
): Pick<ProvidedPerson, 'email' | 'emailVerified'> => {
  const verified = readFlag(claims['email_verified']);
  const given = claims[claimMap.email];
  if (given === undefined && isOfEntra(claims['iss'])) {
    return {
      email: readAddress(claims['preferred_username']),
      emailVerified: verified === false ? false : null,
    };
  }
  const isVouched = claimMap.email === 'email' || verified === false;
  return { email: readAddress(given), emailVerified: isVouched ? verified : null };
};

/** The clouds of Entra ID: the worldwide one, that of the United States' government, and China's. */
const ENTRA = /^https:\/\/login\.(microsoftonline\.(com|us)|partner\.microsoftonline\.cn)\//;

const isOfEntra = (issuer: unknown): boolean => typeof issuer === 'string' && ENTRA.test(issuer);

const readAddress = (value: unknown): string | null => {
  const read = Email.safeParse(value);
  return read.success ? read.data : null;
};

// Whatever is said, and is not a clear yes, is a no.
const readFlag = (value: unknown): boolean | null => {
  if (value === undefined || value === null) return null;
  return value === true || value === 'true';
};

const Name = personName(MAX_NAME);

const readName = (claims: Claims, claimMap: OidcClaimMap): string | null => {
  const parts = [claims['given_name'], claims['family_name']].filter((part) => typeof part === 'string');
  for (const name of [claims[claimMap.name], parts.join(' ')]) {
    const read = Name.safeParse(name);
    if (read.success) return read.data;
  }
  return null;
};

const readGroups = (value: unknown): string[] =>
  (Array.isArray(value) ? value.slice(0, MAX_GROUPS) : [value]).filter(
    (group): group is string =>
      typeof group === 'string' && group !== '' && group.length <= MAX_GROUP && isStorable(group),
  );

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const MAX_CLAIMS = 50;
const MAX_CLAIM_NAME = 128;
const MAX_CLAIM = 500;
const MAX_VALUES = 50;

/** They are of the exchange, and say nothing of a person. */
const OF_THE_EXCHANGE: ReadonlySet<string> = new Set(['nonce', 'at_hash', 'c_hash', 's_hash']);

const showClaims = (claims: Claims): ProvidedPerson['claims'] =>
  Object.fromEntries(
    Object.entries(claims)
      .filter(([name]) => name !== '__proto__' && !OF_THE_EXCHANGE.has(name))
      .slice(0, MAX_CLAIMS)
      .map(([name, value]) => [cut(name, MAX_CLAIM_NAME), showValue(value)]),
  );

const showValue = (value: unknown): string | string[] =>
  Array.isArray(value) ? value.slice(0, MAX_VALUES).map(showText) : showText(value);

const showText = (value: unknown): string => {
  if (typeof value === 'object' && value !== null) return '{…}';
  return cut(String(value), MAX_CLAIM);
};

const cut = (text: string, max: number): string =>
  text.slice(0, max).toWellFormed().replaceAll('\0', '\uFFFD');
