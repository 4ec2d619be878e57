import { X509Certificate } from 'node:crypto';
import { invalidField } from '@field-inspection/rules';

export type ReadCertificate = {
  fingerprint: string;
  der: Uint8Array<ArrayBuffer>;
  not_before: Date;
  not_after: Date;
};

/** Reads a certificate in PEM, or in DER. Undefined for bytes that are none. */
export const readCertificate = (given: string | Uint8Array): ReadCertificate | undefined => {
  try {
    const { raw, fingerprint256, validFromDate, validToDate } = new X509Certificate(given);
    return {
      fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
      der: Uint8Array.from(raw),
      not_before: validFromDate,
      not_after: validToDate,
    };
  } catch {
    return undefined;
  }
};

/**
 * Reads the certificates that an admin gives, each once.
 *
 * @throws {Refusal} validation_error
 */
export const readCertificates = (given: readonly string[]): ReadCertificate[] => {
  const read = given.map((pem, index) => {
    // Node.js would read the first, and leave the admin in the belief that both are trusted.
    if (pem.split('-----BEGIN CERTIFICATE-----').length > 2)
      throw invalidField(`pem_certificates[${index}]`, 'holds more than one: give each by itself');
    const certificate = readCertificate(pem);
    if (!certificate) throw invalidField(`pem_certificates[${index}]`, 'is no certificate in PEM');
    return certificate;
  });
  return [...new Map(read.map((each) => [each.fingerprint, each])).values()];
};
