import { readOid } from './der/read-oid.ts';
import { EXTENDED_KEY_USAGE, KEY_USAGE, TIME_STAMPING } from './oids.ts';
import { readBasicConstraints } from './read-basic-constraints.ts';
import type { Certificate } from './read-certificate.ts';
import { readExtensionValue } from './read-extension-value.ts';
import { DIGITAL_SIGNATURE, NON_REPUDIATION, readKeyUsage } from './read-key-usage.ts';
import { Refusal } from './refusal.ts';

/**
 * Refuses a signer whose certificate is not for timestamping and for nothing else: the extended key usage must be
 * there, be critical, and hold the one purpose (RFC 3161, section 2.3); the key usage, if there, must be for signing
 * data only; and it must not be an authority's.
 *
 * @throws {Refusal} `not_for_timestamping`, `malformed`
 */
export function checkSignerCertificate(certificate: Certificate): void {
  const purposes = readExtensionValue(certificate, EXTENDED_KEY_USAGE)?.children.map(readOid) ?? [];
  if (purposes.length !== 1 || purposes[0] !== TIME_STAMPING) {
    throw refusal('is not for timestamping alone');
  }
  if (!certificate.extensions.get(EXTENDED_KEY_USAGE)?.critical) {
    throw refusal('does not say critically that it is for timestamping alone');
  }
  const usage = certificate.extensions.has(KEY_USAGE) ? readKeyUsage(certificate) : DIGITAL_SIGNATURE;
  if (usage === 0 || (usage & ~(DIGITAL_SIGNATURE | NON_REPUDIATION)) !== 0) {
    throw refusal('is for other uses than signing data');
  }
  if (readBasicConstraints(certificate).isAuthority) throw refusal("is an authority's");
}

function refusal(reason: string): Refusal {
  return new Refusal('not_for_timestamping', `The signer's certificate ${reason}.`);
}
