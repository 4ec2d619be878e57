import { readDer } from '../der/read-der.ts';
import { EvidenceError } from '../evidence-error.ts';
import { readCertificate, type Certificate } from '../x509/certificate.ts';

/** Certificate whose revocation is asked, and its issuer's, each as DER. */
export type RevocationQuestion = { readonly certificate: Uint8Array; readonly issuer: Uint8Array };

/** @throws {EvidenceError} `invalid_signer` */
export function readQuestion({ certificate, issuer }: RevocationQuestion) {
  return { certificate: readGivenCertificate(certificate), issuer: readGivenCertificate(issuer) };
}

export function readGivenCertificate(der: Uint8Array): Certificate {
  try {
    return readCertificate(readDer(new Uint8Array(der)));
  } catch (cause) {
    throw new EvidenceError('invalid_signer', 'A certificate must be given as its DER.', { cause });
  }
}
