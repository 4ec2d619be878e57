import type { DerNode } from './der/der-node.ts';
import { NULL } from './der/tags.ts';
import {
  ECDSA_SHA_256,
  ECDSA_SHA_384,
  ECDSA_SHA_512,
  RSA,
  RSA_SHA_256,
  RSA_SHA_384,
  RSA_SHA_512,
} from './oids.ts';
import { readAlgorithm } from './read-algorithm.ts';
import type { HashName } from './read-hash-algorithm.ts';
import { Refusal } from './refusal.ts';

/** How to verify, as WebCrypto calls it. Without `hash`, the hash is named beside it: rsaEncryption in a SignerInfo. */
export type SignatureAlgorithm = {
  readonly name: 'RSASSA-PKCS1-v1_5' | 'ECDSA';
  readonly hash?: HashName;
};

const SIGNATURES: ReadonlyMap<string, SignatureAlgorithm> = new Map([
  [RSA, { name: 'RSASSA-PKCS1-v1_5' }],
  [RSA_SHA_256, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }],
  [RSA_SHA_384, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-384' }],
  [RSA_SHA_512, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' }],
  [ECDSA_SHA_256, { name: 'ECDSA', hash: 'SHA-256' }],
  [ECDSA_SHA_384, { name: 'ECDSA', hash: 'SHA-384' }],
  [ECDSA_SHA_512, { name: 'ECDSA', hash: 'SHA-512' }],
]);

/**
 * The signature algorithm that an AlgorithmIdentifier names. RSA may have null for parameters (RFC 4055, section 5;
 * some authorities leave it out), ECDSA none at all (RFC 5758, section 3.2).
 *
 * @throws {Refusal} `malformed`; `unsupported_algorithm` for SHA-1, RSASSA-PSS, DSA and whatever else.
 */
export function readSignatureAlgorithm(node: DerNode): SignatureAlgorithm {
  const { oid, parameters } = readAlgorithm(node);
  const algorithm = SIGNATURES.get(oid);
  const mayHaveNull = algorithm?.name === 'RSASSA-PKCS1-v1_5';
  if (!algorithm || (parameters && !(mayHaveNull && parameters.tag === NULL))) {
    throw new Refusal(
      'unsupported_algorithm',
      'A signature algorithm is weak or unknown: RSA (PKCS #1 v1.5) and ECDSA with SHA-256, SHA-384 or SHA-512 are supported.',
    );
  }
  return algorithm;
}
