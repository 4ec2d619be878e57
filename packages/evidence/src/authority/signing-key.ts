import { EvidenceError } from '../evidence-error.ts';
import type { HashName } from '../x509/algorithms.ts';
import { NULL, SEQUENCE } from '../der/tags.ts';
import { writeDer, writeInteger, writeOid } from '../der/write-der.ts';
import { ECDSA_SHA_256, ECDSA_SHA_384, RSA_SHA_256, RSA_SHA_384, RSA_SHA_512 } from '../x509/oids.ts';
import { requireWebCrypto } from '../x509/web-crypto.ts';

/** WebCrypto's CryptoKey, under whichever declarations a program is compiled. */
export type SigningKey = Parameters<typeof globalThis.crypto.subtle.sign>[1];

/** WebCrypto's names, and the AlgorithmIdentifier (DER) that stands beside the signature. */
type SigningAlgorithm = {
  readonly name: 'RSASSA-PKCS1-v1_5' | 'ECDSA';
  readonly hash: HashName;
  readonly identifier: Uint8Array;
};

type KeyParameters = { name: string; hash: { name: string }; namedCurve: string };

const RSA_OIDS = { 'SHA-256': RSA_SHA_256, 'SHA-384': RSA_SHA_384, 'SHA-512': RSA_SHA_512 };

// The hash that is as strong as the curve (RFC 5480, section 4).
const CURVES = {
  'P-256': { hash: 'SHA-256', oid: ECDSA_SHA_256 },
  'P-384': { hash: 'SHA-384', oid: ECDSA_SHA_384 },
} as const;

/** @throws {EvidenceError} `invalid_signer` for a key that timestamps are not signed with here */
export function findSigningAlgorithm(key: SigningKey): SigningAlgorithm {
  const { name, hash, namedCurve } = key.algorithm as Partial<KeyParameters>;
  const hashName = hash?.name;
  if (name === 'RSASSA-PKCS1-v1_5' && isKeyOf(RSA_OIDS, hashName)) {
    const identifier = writeDer(SEQUENCE, writeOid(RSA_OIDS[hashName]), writeDer(NULL));
    return { name, hash: hashName, identifier };
  }
  if (name === 'ECDSA' && isKeyOf(CURVES, namedCurve)) {
    const { hash: curveHash, oid } = CURVES[namedCurve];
    return { name, hash: curveHash, identifier: writeDer(SEQUENCE, writeOid(oid)) };
  }
  throw new EvidenceError(
    'invalid_signer',
    'The key must be RSASSA-PKCS1-v1_5 with SHA-256, SHA-384 or SHA-512, or ECDSA on P-256 or P-384.',
  );
}

/**
 * Signs bytes, in the form that certificates and tokens hold a signature.
 *
 * @throws {EvidenceError} `invalid_signer`, `digest_unavailable`
 */
export async function signBytes(key: SigningKey, bytes: Uint8Array): Promise<Uint8Array> {
  const { name, hash } = findSigningAlgorithm(key);
  const raw = await signRaw(key, { algorithm: { name, hash }, bytes });
  if (name !== 'ECDSA') return raw;

  // WebCrypto puts r and s side by side; certificates and tokens have a sequence of them (RFC 3279, section 2.2.3).
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

function isKeyOf<T extends object>(table: T, key: unknown): key is keyof T {
  return typeof key === 'string' && Object.hasOwn(table, key);
}
