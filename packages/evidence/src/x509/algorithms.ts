import { readDer, type DerNode } from '../der/read-der.ts';
import { openFields, readOnlyField } from '../der/read-fields.ts';
import { readInteger, readOid } from '../der/read-values.ts';
import { BIT_STRING, CONTEXT, INTEGER, NULL, OBJECT_IDENTIFIER, SEQUENCE } from '../der/tags.ts';
import {
  EC_PUBLIC_KEY,
  ECDSA_SHA_256,
  ECDSA_SHA_384,
  ECDSA_SHA_512,
  P_256,
  MGF_1,
  P_384,
  P_521,
  RSA,
  RSA_PSS,
  RSA_SHA_256,
  RSA_SHA_384,
  RSA_SHA_512,
  SHA_256,
  SHA_384,
  SHA_512,
} from './oids.ts';
import { openBudget, type StepBudget } from '../step-budget.ts';
import { Refusal } from '../timestamp-refusal.ts';

export type HashName = 'SHA-256' | 'SHA-384' | 'SHA-512';

/**
 * WebCrypto's name. Without `hash`, a SignerInfo names the hash beside a kind of key, rsaEncryption or ecPublicKey. The
 * salt is RSA-PSS's.
 */
export type SignatureAlgorithm = {
  readonly name: 'RSASSA-PKCS1-v1_5' | 'RSA-PSS' | 'ECDSA';
  readonly hash?: HashName;
  readonly saltLength?: number;
};

/**
 * `coordinateBytes` is the length of each half of an ECDSA signature. With `pss` an RSA key signs by RSASSA-PSS alone,
 * and by its one hash if it names one (RFC 4055, section 1.2).
 */
export type PublicKey =
  | { readonly kind: 'RSA'; readonly pss?: { readonly hash?: HashName } }
  | {
      readonly kind: 'ECDSA';
      readonly namedCurve: 'P-256' | 'P-384' | 'P-521';
      readonly coordinateBytes: number;
    };

type Algorithm = { readonly oid: string; readonly parameters: DerNode | undefined };

const HASHES: ReadonlyMap<string, HashName> = new Map([
  [SHA_256, 'SHA-256'],
  [SHA_384, 'SHA-384'],
  [SHA_512, 'SHA-512'],
]);

// RFC 4055, section 3.1.
const PSS_SALT_BYTES = 20;
const PSS_TRAILER = 1;

export const HASH_BYTES: Readonly<Record<HashName, number>> = { 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 };

const SIGNATURES: ReadonlyMap<string, SignatureAlgorithm> = new Map([
  [RSA, { name: 'RSASSA-PKCS1-v1_5' }],
  [RSA_SHA_256, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }],
  [RSA_SHA_384, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-384' }],
  [RSA_SHA_512, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' }],
  [EC_PUBLIC_KEY, { name: 'ECDSA' }],
  [ECDSA_SHA_256, { name: 'ECDSA', hash: 'SHA-256' }],
  [ECDSA_SHA_384, { name: 'ECDSA', hash: 'SHA-384' }],
  [ECDSA_SHA_512, { name: 'ECDSA', hash: 'SHA-512' }],
]);

// BSI TR-02102-1 and NIST SP 800-57 have 2048 as the least; more than 8192 would only keep a verifier busy.
const RSA_BYTES = { min: 2048 / 8, max: 8192 / 8 };

/**
 * Parameters may be left out or null (RFC 5754, section 2).
 *
 * @throws {Refusal} `malformed`; `unsupported_algorithm` for MD5, SHA-1 and whatever is not SHA-2 of 256 bits or more
 */
export function readHashAlgorithm(node: DerNode): HashName {
  const { oid, parameters } = readAlgorithm(node);
  const hash = HASHES.get(oid);
  if (!hash || parameters) {
    throw new Refusal(
      'unsupported_algorithm',
      'A hash is weak or unknown: SHA-256, SHA-384 and SHA-512 are supported.',
    );
  }
  return hash;
}

/**
 * RSA's parameters are null (RFC 4055, section 5), ECDSA has none (RFC 5758, section 3.2); authorities write either for
 * both. RSASSA-PSS names its hashes in its parameters.
 *
 * @throws {Refusal} `malformed`; `unsupported_algorithm` for SHA-1, DSA and all others
 */
export function readSignatureAlgorithm(node: DerNode): SignatureAlgorithm {
  const { oid, parameters } = readAlgorithm(node);
  if (oid === RSA_PSS && parameters?.tag === SEQUENCE) return { name: 'RSA-PSS', ...readPss(parameters) };
  const algorithm = SIGNATURES.get(oid);
  if (!algorithm || parameters) {
    throw new Refusal(
      'unsupported_algorithm',
      'A signature algorithm is weak or unknown: RSA and ECDSA with SHA-256, SHA-384 or SHA-512 are supported.',
    );
  }
  return algorithm;
}

/**
 * RFC 5280, section 4.1.2.7; RFC 3279, section 2.3.1; RFC 4055, section 1.2; RFC 5480, section 2.
 *
 * @throws {Refusal} `malformed`; `unsupported_algorithm` for other keys than RSA of 2048 to 8192 bits, P-256, P-384 and
 *   P-521
 */
export function readPublicKey(node: DerNode, budget: StepBudget = openBudget()): PublicKey {
  const fields = openFields(node, SEQUENCE, 'public key');
  const { oid, parameters } = readAlgorithm(fields.take(SEQUENCE));
  const key = fields.take(BIT_STRING).content.subarray(1);
  fields.end();

  if (oid === RSA && !parameters && hasFitModulus(key, budget)) return { kind: 'RSA' };
  if (oid === RSA_PSS && hasFitModulus(key, budget)) {
    return { kind: 'RSA', pss: parameters ? { hash: readPss(parameters).hash } : {} };
  }
  if (oid === EC_PUBLIC_KEY && parameters?.tag === OBJECT_IDENTIFIER) {
    const curve = readOid(parameters);
    if (curve === P_256) return { kind: 'ECDSA', namedCurve: 'P-256', coordinateBytes: 32 };
    if (curve === P_384) return { kind: 'ECDSA', namedCurve: 'P-384', coordinateBytes: 48 };
    if (curve === P_521) return { kind: 'ECDSA', namedCurve: 'P-521', coordinateBytes: 66 };
  }
  throw new Refusal(
    'unsupported_algorithm',
    'A public key is weak or unknown: RSA of 2048 to 8192 bits, P-256, P-384 and P-521 are supported.',
  );
}

/**
 * RFC 4055, section 3.1: one hash for the data and the mask, and a salt of 20 bytes unless told. The default hash is
 * SHA-1, so neither may be left out. The only trailer may be spelled out.
 */
function readPss(node: DerNode): { hash: HashName; saltLength: number } {
  const fields = openFields(node, SEQUENCE, 'PSS parameters');
  const hash = readHashAlgorithm(readOnlyField(fields.take(CONTEXT[0]), CONTEXT[0], 'PSS hash'));
  const mask = readAlgorithm(readOnlyField(fields.take(CONTEXT[1]), CONTEXT[1], 'PSS mask'));
  const saltLength = readDefault(fields.takeOptional(CONTEXT[2]), PSS_SALT_BYTES);
  const trailer = readDefault(fields.takeOptional(CONTEXT[3]), PSS_TRAILER);
  fields.end();

  const maskHash = mask.oid === MGF_1 && mask.parameters && readHashAlgorithm(mask.parameters);
  const isKnown = maskHash === hash && saltLength <= RSA_BYTES.max && trailer === PSS_TRAILER;
  if (isKnown) return { hash, saltLength };
  throw new Refusal('unsupported_algorithm', 'RSASSA-PSS is supported with one hash and its usual mask.');
}

function readDefault(node: DerNode | undefined, value: number): number {
  return node ? readInteger(readOnlyField(node, node.tag, 'PSS parameters')) : value;
}

function hasFitModulus(key: Uint8Array, budget: StepBudget): boolean {
  const fields = openFields(readDer(key, budget), SEQUENCE, 'RSA key');
  const modulus = fields.take(INTEGER).content;
  fields.take(INTEGER);
  fields.end();

  const byteLength = modulus[0] === 0 ? modulus.length - 1 : modulus.length;
  return byteLength >= RSA_BYTES.min && byteLength <= RSA_BYTES.max;
}

export function readAlgorithm(node: DerNode): Algorithm {
  const fields = openFields(node, SEQUENCE, 'algorithm identifier');
  const oid = readOid(fields.takeAny());
  const isNull = fields.takeOptional(NULL) !== undefined;
  const parameters = !isNull && node.children.length > 1 ? fields.takeAny() : undefined;
  fields.end();
  return { oid, parameters };
}
