import type { DerNode } from './der/der-node.ts';
import { readEcdsaSignature } from './read-ecdsa-signature.ts';
import type { HashName } from './read-hash-algorithm.ts';
import { readPublicKey, type PublicKey } from './read-public-key.ts';
import { Refusal } from './refusal.ts';
import { requireWebCrypto } from './require-web-crypto.ts';

/**
 * Tells whether the key, a SubjectPublicKeyInfo, signed the bytes. `algorithm` is what the signature says it was made
 * by; that and the key must be of one kind.
 *
 * @throws {Refusal} `malformed`, `unsupported_algorithm`, `wrong_signature`
 * @throws {EvidenceError} `digest_unavailable`
 */
export async function verifySignature(given: {
  publicKey: DerNode;
  algorithm: { name: PublicKey['name']; hash: HashName };
  signature: Uint8Array;
  signedBytes: Uint8Array;
}): Promise<boolean> {
  const { algorithm, signature } = given;
  const publicKey = readPublicKey(given.publicKey);
  if (publicKey.name !== algorithm.name) return false;
  const raw =
    publicKey.name === 'ECDSA' ? readEcdsaSignature(signature, publicKey.coordinateBytes) : signature;

  const subtle = requireWebCrypto();
  const imported = { ...publicKey, hash: algorithm.hash };
  try {
    const key = await subtle.importKey('spki', copy(given.publicKey.bytes), imported, false, ['verify']);
    return await subtle.verify(algorithm, key, copy(raw), copy(given.signedBytes));
  } catch {
    throw new Refusal('unsupported_algorithm', 'A public key is off its curve, or no key at all.');
  }
}

// WebCrypto takes no views of memory that may be shared.
function copy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
