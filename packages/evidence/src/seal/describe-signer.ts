import { readDer } from '../der/read-der.ts';
import { EvidenceError } from '../evidence-error.ts';
import { readPublicKey } from '../x509/algorithms.ts';
import { readCertificate } from '../x509/certificate.ts';
import { isDocumentSigner } from '../x509/check-document-signer.ts';
import { findSubjectKind, formatName } from '../x509/names.ts';

/**
 * Description of a signer's certificate, by the rules that `verifyReport` judges by.
 *
 * - `subject`: its name, as RFC 4514 writes names;
 * - `kind`: whether that is a person's or an organisation's; null when it says neither;
 * - `is_for_documents`: whether it is for signing documents: by its key usage, by its purposes, and by not being an authority's;
 * - `not_before`, `not_after`: when it is valid, ISO 8601, UTC.
 */
export type SignerDescription = {
  readonly subject: string;
  readonly kind: 'person' | 'organisation' | null;
  readonly is_for_documents: boolean;
  readonly not_before: string;
  readonly not_after: string;
};

/**
 * Describes a signer by its certificate, so that one that no verifier would take shows before anything is signed. Whom to
 * trust is not judged.
 *
 * @param certificate the DER of a certificate.
 * @throws {EvidenceError} `invalid_signer` when it is none, or its key is weak or unknown: RSA of 2048 to 8192 bits, P-256,
 *   P-384 and P-521 are supported.
 *
 * @example
 * ```ts
 * import { describeSigner } from '@field-inspection/evidence/seal';
 *
 * declare const certificate: Uint8Array; // DER
 *
 * const { kind, is_for_documents, not_after } = describeSigner(certificate);
 * console.log(kind, is_for_documents, not_after); // organisation true 2028-05-01T12:00:00.000Z
 * ```
 *
 * @see ETSI EN 319 412-2 section 4.3.2, EN 319 412-3 section 4.2.1, https://www.rfc-editor.org/rfc/rfc5280#section-4.2.1
 */
export function describeSigner(certificate: Uint8Array): SignerDescription {
  try {
    const read = readCertificate(readDer(new Uint8Array(certificate)));
    readPublicKey(read.publicKey);
    return {
      subject: formatName(read.subject),
      kind: findSubjectKind(read.subject),
      is_for_documents: isDocumentSigner(read),
      not_before: new Date(read.notBefore).toISOString(),
      not_after: new Date(read.notAfter).toISOString(),
    };
  } catch (cause) {
    const message = 'It is no certificate, or its key is weak or unknown: RSA and ECDSA are supported.';
    throw new EvidenceError('invalid_signer', message, { cause });
  }
}
