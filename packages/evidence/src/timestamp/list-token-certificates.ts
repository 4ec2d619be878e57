import { readDer } from './der/read-der.ts';
import { readSignedData } from './read-signed-data.ts';
import { Refusal } from './refusal.ts';

/** A certificate and the names in it, each as its DER. Two names are the same when their bytes are. */
export type TokenCertificate = {
  readonly der: Uint8Array;
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
};

/**
 * Lists the certificates that a timestamp token brings along, in its order. Nothing is verified: that one is here says
 * nothing of whom to trust.
 *
 * @param token the DER of the token, as `readTimestampReply` returned it.
 * @returns none, when the token is not one that `verifyTimestamp` could take apart.
 *
 * @example
 * ```ts
 * import { listTokenCertificates } from '@field-inspection/evidence';
 *
 * declare const token: Uint8Array;
 *
 * console.log(listTokenCertificates(token).length); // 2: the signer's, and its authority's
 * ```
 *
 * @see https://www.rfc-editor.org/rfc/rfc5652#section-5.1
 */
export function listTokenCertificates(token: Uint8Array): TokenCertificate[] {
  try {
    const { certificates } = readSignedData(readDer(token));
    return certificates.map(({ bytes, issuer, subject }) => ({
      der: bytes,
      issuer: issuer.bytes,
      subject: subject.bytes,
    }));
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}
