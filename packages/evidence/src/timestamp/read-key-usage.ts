import { BIT_STRING } from './der/tags.ts';
import { KEY_USAGE } from './oids.ts';
import type { Certificate } from './read-certificate.ts';
import { readExtensionValue } from './read-extension-value.ts';
import { Refusal } from './refusal.ts';

// RFC 5280, section 4.2.1.3: nine bits, the first the highest.
export const DIGITAL_SIGNATURE = 0x8000;
export const NON_REPUDIATION = 0x4000;
export const KEY_CERT_SIGN = 0x0400;

/**
 * The key usage as 16 bits; 0 when the certificate does not state one.
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
