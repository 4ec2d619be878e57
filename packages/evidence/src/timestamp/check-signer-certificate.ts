import { readOid } from '../der/read-values.ts';
import { Refusal } from '../timestamp-refusal.ts';
import {
  DIGITAL_SIGNATURE,
  NON_REPUDIATION,
  readBasicConstraints,
  readKeyUsage,
  type Purpose,
} from '../x509/certificate-rules.ts';
import { readExtensionValue, type Certificate } from '../x509/certificate.ts';
import { EXTENDED_KEY_USAGE, KEY_USAGE, TIME_STAMPING } from '../x509/oids.ts';

export const TIMESTAMPING: Purpose = { name: 'timestamping', usages: [TIME_STAMPING] };

/**
 * A signer must be for timestamping alone: the extended key usage must be there, critical, and have the one purpose
 * (RFC 3161, section 2.3); a key usage must be for signing data only; and the certificate must not be an authority's.
 *
 * @throws {Refusal} `not_for_timestamping`, `malformed`
 */
export function checkSignerCertificate(certificate: Certificate): void {
  const purposes = readExtensionValue(certificate, EXTENDED_KEY_USAGE)?.children.map(readOid) ?? [];
  if (purposes.length !== 1 || purposes[0] !== TIME_STAMPING) {
    throw refuse('is not for timestamping alone');
  }
  if (!certificate.extensions.get(EXTENDED_KEY_USAGE)?.critical) {
    throw refuse('does not say critically that it is for timestamping alone');
  }
  const usage = certificate.extensions.has(KEY_USAGE) ? readKeyUsage(certificate) : DIGITAL_SIGNATURE;
  if (usage === 0 || (usage & ~(DIGITAL_SIGNATURE | NON_REPUDIATION)) !== 0) {
    throw refuse('is for other uses than signing data');
  }
  if (readBasicConstraints(certificate).isAuthority) throw refuse("is an authority's");
}

function refuse(reason: string): Refusal {
  return new Refusal('not_for_timestamping', `The signer's certificate ${reason}.`);
}
