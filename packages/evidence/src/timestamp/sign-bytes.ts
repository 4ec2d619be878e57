import { EvidenceError } from '../evidence-error.ts';
import { SEQUENCE } from './der/tags.ts';
import { writeDer } from './der/write-der.ts';
import { writeInteger } from './der/write-integer.ts';
import { findSigningAlgorithm, type SigningKey } from './find-signing-algorithm.ts';
import { requireWebCrypto } from './require-web-crypto.ts';

/**
 * Signs bytes, in the form that certificates and tokens hold a signature.
 *
 * @throws {EvidenceError} `invalid_signer`, `digest_unavailable`
 */
export async function signBytes(key: SigningKey, bytes: Uint8Array): Promise<Uint8Array> {
  const { name, hash } = findSigningAlgorithm(key);
  const raw = await signRaw(key, { algorithm: { name, hash }, bytes });
  if (name !== 'ECDSA') return raw;

  // WebCrypto has r and s side by side, certificates and tokens a sequence of the two (RFC 3279, section 2.2.3).
  const half = raw.length / 2;
  return writeDer(SEQUENCE, writeInteger(raw.subarray(0, half)), writeInteger(raw.subarray(half)));
}

async function signRaw(
  key: SigningKey,
  { algorithm, bytes }: { algorithm: { name: string; hash: string }; bytes: Uint8Array },
): Promise<Uint8Array> {
  const subtle = requireWebCrypto();
  try {
    return new Uint8Array(await subtle.sign(algorithm, key, new Uint8Array(bytes)));
  } catch (cause) {
    throw new EvidenceError('invalid_signer', 'The key must be a private key that may sign.', { cause });
  }
}
