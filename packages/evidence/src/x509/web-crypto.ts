import { EvidenceError } from '../evidence-error.ts';
import { HASH_BYTES, readPublicKey, type HashName, type SignatureAlgorithm } from './algorithms.ts';
import { readDer, type DerNode } from '../der/read-der.ts';
import { openFields } from '../der/read-fields.ts';
import { INTEGER, NULL, SEQUENCE } from '../der/tags.ts';
import { writeDer, writeOid } from '../der/write-der.ts';
import { RSA } from './oids.ts';
import { SIGNATURE_STEPS, stepsToHash, type StepBudget } from '../step-budget.ts';
import { Refusal } from '../timestamp-refusal.ts';

type SubtleCrypto = typeof globalThis.crypto.subtle;

/** @throws {EvidenceError} `digest_unavailable` */
export async function digestBytes(hash: HashName | 'SHA-1', bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await requireWebCrypto().digest(hash, unshare(bytes)));
}

/**
 * Judges whether the key, a SubjectPublicKeyInfo, signed the bytes. `algorithm` is named by the signature, and must fit
 * the key. `budget` belongs to the material that the signature came in.
 *
 * @throws {Refusal} `malformed`, `unsupported_algorithm`, `wrong_signature`
 * @throws {EvidenceError} `digest_unavailable`
 */
export async function verifySignature(given: {
  publicKey: DerNode;
  algorithm: SignatureAlgorithm & { hash: HashName };
  signature: Uint8Array;
  signedBytes: Uint8Array;
  budget: StepBudget;
}): Promise<boolean> {
  const { algorithm, signature, signedBytes, budget } = given;
  budget.spend(SIGNATURE_STEPS + stepsToHash(signedBytes.length));
  const publicKey = readPublicKey(given.publicKey, budget);
  if ((publicKey.kind === 'ECDSA') !== (algorithm.name === 'ECDSA')) return false;
  const isEcdsa = publicKey.kind === 'ECDSA';
  const pss = isEcdsa ? undefined : publicKey.pss;
  if (pss && (algorithm.name !== 'RSA-PSS' || (pss.hash ?? algorithm.hash) !== algorithm.hash)) return false;
  const raw = isEcdsa ? readEcdsaSignature(signature, publicKey.coordinateBytes, budget) : signature;

  const subtle = requireWebCrypto();
  const { name, hash, saltLength = HASH_BYTES[hash] } = algorithm;
  const imported = isEcdsa ? { name, namedCurve: publicKey.namedCurve } : { name, hash };
  try {
    const spki = isEcdsa ? unshare(given.publicKey.bytes) : spellRsaKey(given.publicKey);
    const key = await subtle.importKey('spki', spki, imported, false, ['verify']);
    return await subtle.verify({ name, hash, saltLength }, key, unshare(raw), unshare(signedBytes));
  } catch {
    throw new Refusal('unsupported_algorithm', 'A public key is off its curve, or no key at all.');
  }
}

// For WebCrypto an RSA key is always rsaEncryption with null.
function spellRsaKey({ children }: DerNode): Uint8Array<ArrayBuffer> {
  const algorithm = writeDer(SEQUENCE, writeOid(RSA), writeDer(NULL));
  return unshare(writeDer(SEQUENCE, algorithm, children[1]!.bytes));
}

/**
 * Converts the DER sequence of r and s in certificates and tokens (RFC 3279, section 2.2.3) to WebCrypto's form: r and
 * s side by side, each of `coordinateBytes` bytes.
 *
 * @throws {Refusal} `malformed`; `wrong_signature` when a number is not of the curve
 */
function readEcdsaSignature(der: Uint8Array, coordinateBytes: number, budget: StepBudget): Uint8Array {
  const fields = openFields(readDer(der, budget), SEQUENCE, 'ECDSA signature');
  const numbers = [fields.take(INTEGER).content, fields.take(INTEGER).content];
  fields.end();

  const raw = new Uint8Array(2 * coordinateBytes);
  for (const [index, number] of numbers.entries()) {
    const digits = number[0] === 0 ? number.subarray(1) : number;
    if (number[0]! >= 0x80 || digits.length > coordinateBytes) {
      throw new Refusal('wrong_signature', 'An ECDSA signature has a number that is not of its curve.');
    }
    raw.set(digits, (index + 1) * coordinateBytes - digits.length);
  }
  return raw;
}

/** @throws {EvidenceError} `digest_unavailable` */
export function requireWebCrypto(): SubtleCrypto {
  const subtle = (globalThis.crypto as { subtle?: SubtleCrypto } | undefined)?.subtle;
  if (subtle) return subtle;

  throw new EvidenceError(
    'digest_unavailable',
    'Timestamps and signatures need WebCrypto, which browsers offer on https pages and on localhost only.',
    { cause: new TypeError('crypto.subtle is undefined') },
  );
}

// WebCrypto refuses memory that may be shared. Other memory it copies itself, and a report may have 100 MB.
function unshare(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isShared = Object.prototype.toString.call(bytes.buffer) === '[object SharedArrayBuffer]';
  return isShared ? new Uint8Array(bytes) : (bytes as Uint8Array<ArrayBuffer>);
}
