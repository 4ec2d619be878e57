import { writeSet } from '../der/write-der.ts';
import type { HashName, SignatureAlgorithm } from '../x509/algorithms.ts';
import { digestBytes } from '../x509/web-crypto.ts';
import { readOrder, type SignatureOrder } from './signature-order.ts';
import { writeAttributes } from './write-attributes.ts';

/**
 * Bytes for the signer's key: `bytes`, or, where a provider takes digests only, `digest`, which is of `bytes` by
 * `hash`. `algorithm` is how, as WebCrypto calls it.
 */
export type PreparedSignature = {
  readonly bytes: Uint8Array;
  readonly digest: Uint8Array;
  readonly hash: HashName;
  readonly algorithm: SignatureAlgorithm['name'];
};

/**
 * Prepares the CMS of a seal or a signature in a PDF (PAdES): gives the bytes that the signer's key must sign, wherever
 * that key is. The second step is `assembleSignature`, with the same order and what the key made of it.
 *
 * @throws {EvidenceError} `invalid_digest` for a digest that is not of the order's hash; `invalid_signer` for
 *   certificates that can't be read, or a key that is neither RSA of 2048 to 8192 bits nor on P-256, P-384 or P-521;
 *   `digest_unavailable`.
 *
 * @example
 * ```ts
 * import { assembleSignature, prepareSignature } from '@field-inspection/evidence/seal';
 *
 * declare const digest: Uint8Array; // SHA-256 of the two byte ranges
 * declare const certificates: Uint8Array[]; // DER, the signer's first
 * declare const key: CryptoKey; // of the first certificate
 *
 * const order = { digest, certificates };
 * const { bytes } = await prepareSignature(order);
 * const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, bytes.slice());
 * const cms = await assembleSignature({ ...order, signature: new Uint8Array(signature) });
 * ```
 *
 * @see ETSI EN 319 142-1 section 6.3, https://www.rfc-editor.org/rfc/rfc5652#section-5.4
 */
export async function prepareSignature(order: SignatureOrder): Promise<PreparedSignature> {
  const read = readOrder(order);
  const { hash, algorithm } = read;
  const bytes = writeSet(await writeAttributes(read));
  return { bytes, digest: await digestBytes(hash, bytes), hash, algorithm };
}
