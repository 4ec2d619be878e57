import { equalBytes } from '../bytes.ts';
import { readExtensionValue, type Certificate } from './certificate.ts';
import { openFields } from '../der/read-fields.ts';
import { readBoolean, readInteger, readOid } from '../der/read-values.ts';
import { BIT_STRING, BOOLEAN, INTEGER, SEQUENCE } from '../der/tags.ts';
import { formatName } from './names.ts';
import {
  ANY_EXTENDED_KEY_USAGE,
  BASIC_CONSTRAINTS,
  CERTIFICATE_POLICIES,
  EXTENDED_KEY_USAGE,
  KEY_USAGE,
  NAME_CONSTRAINTS,
  SUBJECT_ALTERNATIVE_NAME,
} from './oids.ts';
import { Refusal, type TimestampFailureCode } from '../timestamp-refusal.ts';

// Extensions judged here, or without effect as long as no policy is asked for (RFC 5280, section 6.1.1, any-policy).
const UNDERSTOOD = new Set([
  BASIC_CONSTRAINTS,
  CERTIFICATE_POLICIES,
  EXTENDED_KEY_USAGE,
  KEY_USAGE,
  SUBJECT_ALTERNATIVE_NAME,
]);

// RFC 5280, section 4.2.1.3: nine bits, the first the highest.
export const DIGITAL_SIGNATURE = 0x8000;
export const NON_REPUDIATION = 0x4000;
const KEY_CERT_SIGN = 0x0400;
export const CRL_SIGN = 0x0200;

export type Purpose = { readonly name: string; readonly usages: readonly string[] };

/**
 * Finds why a certificate may not stand above `below`, a path from the signer upwards, at the time `at`. It must be an
 * authority's by its basic constraints, and by its key usage if there is one (RFC 5280, sections 4.2.1.9, 4.2.1.3 and
 * 6.1.4 n), must not be limited to other purposes (section 4.2.1.12), and must allow so many levels. Roots are judged
 * likewise: a certificate given as a root by mistake issues nothing.
 */
export function findAuthorityFault(
  certificate: Certificate,
  { below, at, purpose }: { below: readonly Certificate[]; at: number; purpose: Purpose },
): Refusal | undefined {
  const fault = findCertificateFault(certificate, at);
  if (fault) return fault;

  const { isAuthority, maxAuthoritiesBelow } = readBasicConstraints(certificate);
  const usage = certificate.extensions.has(KEY_USAGE) ? readKeyUsage(certificate) : KEY_CERT_SIGN;
  if (!isAuthority || (usage & KEY_CERT_SIGN) === 0) {
    return refuse(certificate, 'not_an_authority', 'may not issue certificates');
  }
  if (!isFor(certificate, purpose)) {
    return refuse(certificate, 'not_an_authority', `may not issue them for ${purpose.name}`);
  }
  if (countAuthorities(below) > maxAuthoritiesBelow) {
    return refuse(certificate, 'path_too_long', 'may not issue to so many levels');
  }
  return undefined;
}

/**
 * Finds the fault of any certificate of a path: it was not valid at the time judged (RFC 5280, section 6.1.3; for a
 * token its own time, since it outlives its certificates), has an unknown critical extension (section 4.2), or name
 * constraints.
 */
export function findCertificateFault(certificate: Certificate, at: number): Refusal | undefined {
  if (at < certificate.notBefore || at > certificate.notAfter) {
    return refuse(certificate, 'not_valid_then', 'was not valid at the time that counts');
  }
  const isUnknown = [...certificate.extensions].some(([oid, { critical }]) => {
    return oid === NAME_CONSTRAINTS || (critical && !UNDERSTOOD.has(oid));
  });
  if (!isUnknown) return undefined;
  const reason = 'has a critical extension, or constraints, that are not understood here';
  return refuse(certificate, 'unsupported_certificate', reason);
}

/** Names a certificate in messages by its subject: escaped and cut to a length, since its maker chose the name. */
export function describeCertificate({ subject }: Certificate): string {
  return `The certificate "${formatName(subject).slice(0, 200)}"`;
}

/** `maxAuthoritiesBelow`: how many authorities may stand between this certificate and the path's end. */
type BasicConstraints = { readonly isAuthority: boolean; readonly maxAuthoritiesBelow: number };

/**
 * RFC 5280, section 4.2.1.9: a certificate without them is no authority's.
 *
 * @throws {Refusal} `malformed`
 */
export function readBasicConstraints(certificate: Certificate): BasicConstraints {
  const value = readExtensionValue(certificate, BASIC_CONSTRAINTS);
  if (!value) return { isAuthority: false, maxAuthoritiesBelow: 0 };

  const fields = openFields(value, SEQUENCE, 'extension');
  const isAuthority = readBoolean(fields.takeOptional(BOOLEAN));
  const pathLength = fields.takeOptional(INTEGER);
  fields.end();
  return { isAuthority, maxAuthoritiesBelow: pathLength ? readInteger(pathLength) : Infinity };
}

/**
 * Gives 16 bits; 0 when the certificate does not state its usage.
 *
 * @throws {Refusal} `malformed`
 */
export function readKeyUsage(certificate: Certificate): number {
  const value = readExtensionValue(certificate, KEY_USAGE);
  if (!value) return 0;
  if (value.tag !== BIT_STRING) throw new Refusal('malformed', 'A key usage is not of its form.');
  const [, first = 0, second = 0] = value.content;
  return first * 256 + second;
}

/**
 * RFC 5280, section 4.2.1.4: the policy under which the certificate was issued.
 *
 * @throws {Refusal} `malformed`
 */
export function hasPolicy(certificate: Certificate, policy: string): boolean {
  const policies = readExtensionValue(certificate, CERTIFICATE_POLICIES)?.children ?? [];
  return policies.some(({ children: [identifier] }) => identifier && readOid(identifier) === policy);
}

/** A certificate without a restriction is for any purpose. */
export function isFor(certificate: Certificate, { usages }: Purpose): boolean {
  const allowed = readExtensionValue(certificate, EXTENDED_KEY_USAGE)?.children.map(readOid);
  return !allowed || [...usages, ANY_EXTENDED_KEY_USAGE].some((usage) => allowed.includes(usage));
}

// RFC 5280, section 4.2.1.9: without the last certificate, and without those that an authority issued to itself.
function countAuthorities(path: readonly Certificate[]): number {
  return path.slice(1).filter(({ issuer, subject }) => !equalBytes(issuer.bytes, subject.bytes)).length;
}

function refuse(certificate: Certificate, code: TimestampFailureCode, reason: string): Refusal {
  return new Refusal(code, `${describeCertificate(certificate)} ${reason}.`);
}
