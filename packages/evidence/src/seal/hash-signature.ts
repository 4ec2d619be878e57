import { isBytes } from '../bytes.ts';
import { SEQUENCE } from '../der/tags.ts';
import { writeDer, writeInteger } from '../der/write-der.ts';
import { EvidenceError } from '../evidence-error.ts';
import { readPublicKey } from '../x509/algorithms.ts';
import type { Certificate } from '../x509/certificate.ts';
import { digestBytes } from '../x509/web-crypto.ts';
import { readOrder, type SignatureOrder } from './signature-order.ts';

/**
 * The digest that a timestamp over a signature is asked for: the SHA-256 of the signature as it stands in the CMS.
 *
 * @param order as it was given to `prepareSignature`, and `signature` as it will be given to `assembleSignature`.
 * @throws {EvidenceError} `invalid_signature`, `invalid_digest`, `invalid_signer`; `digest_unavailable`.
 *
 * @example
 * ```ts
 * import { buildTimestampRequest } from '@field-inspection/evidence';
 * import { hashSignature, type SignatureOrder } from '@field-inspection/evidence/seal';
 *
 * declare const order: SignatureOrder;
 * declare const signature: Uint8Array;
 *
 * const nonce = crypto.getRandomValues(new Uint8Array(8));
 * const { der } = buildTimestampRequest(await hashSignature({ ...order, signature }), { nonce });
 * ```
 *
 * @see https://www.rfc-editor.org/rfc/rfc3161#appendix-A
 */
export async function hashSignature(
  order: SignatureOrder & { readonly signature: Uint8Array },
): Promise<Uint8Array> {
  return digestBytes('SHA-256', spellSignature(order.signature, readOrder(order).signer));
}

/**
 * A CMS has ECDSA's r and s as a sequence, where WebCrypto and some providers have them side by side (RFC 3279, section
 * 2.2.3). The sequence is longer, except for numbers so small that no key ever makes them.
 *
 * @throws {EvidenceError} `invalid_signature`
 */
export function spellSignature(signature: Uint8Array, { publicKey }: Certificate): Uint8Array {
  if (!isBytes(signature)) throw new EvidenceError('invalid_signature', 'A signature is bytes.');
  const key = readPublicKey(publicKey);
  if (key.kind !== 'ECDSA' || signature.length !== 2 * key.coordinateBytes) return new Uint8Array(signature);
  const [r, s] = [signature.subarray(0, key.coordinateBytes), signature.subarray(key.coordinateBytes)];
  return writeDer(SEQUENCE, writeInteger(r), writeInteger(s));
}
