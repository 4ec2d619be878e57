import { NULL, OCTET_STRING, SEQUENCE } from '../der/tags.ts';
import { writeDer, writeInteger, writeOid } from '../der/write-der.ts';
import { SHA_1 } from '../x509/oids.ts';
import { digestBytes } from '../x509/web-crypto.ts';
import { readQuestion, type RevocationQuestion } from './revocation-question.ts';

/**
 * Builds what a responder is asked (RFC 6960, section 4.1.1): whether one certificate was revoked. It names the issuer by
 * SHA-1, which all responders know and which protects nothing here (RFC 5019, section 2.1.1), and has no nonce, so that the
 * answer may be one that was made before.
 *
 * @returns the DER, to be posted as `application/ocsp-request`.
 * @throws {EvidenceError} `invalid_signer` for certificates that can't be read; `digest_unavailable`.
 *
 * @example
 * ```ts
 * import { buildOcspRequest } from '@field-inspection/evidence/seal';
 *
 * declare const certificate: Uint8Array;
 * declare const issuer: Uint8Array;
 *
 * const request = await buildOcspRequest({ certificate, issuer });
 * ```
 *
 * @see https://www.rfc-editor.org/rfc/rfc6960#section-4.1
 */
export async function buildOcspRequest(question: RevocationQuestion): Promise<Uint8Array> {
  const { certificate, issuer } = readQuestion(question);
  const keyBits = issuer.publicKey.children[1]!.content.subarray(1);
  const id = writeDer(
    SEQUENCE,
    writeDer(SEQUENCE, writeOid(SHA_1), writeDer(NULL)),
    writeDer(OCTET_STRING, await digestBytes('SHA-1', certificate.issuer.bytes)),
    writeDer(OCTET_STRING, await digestBytes('SHA-1', keyBits)),
    writeInteger(certificate.serial),
  );
  const requests = writeDer(SEQUENCE, writeDer(SEQUENCE, id));
  return writeDer(SEQUENCE, writeDer(SEQUENCE, requests));
}
