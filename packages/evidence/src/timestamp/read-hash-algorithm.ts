import type { DerNode } from './der/der-node.ts';
import { NULL } from './der/tags.ts';
import { SHA_256, SHA_384, SHA_512 } from './oids.ts';
import { readAlgorithm } from './read-algorithm.ts';
import { Refusal } from './refusal.ts';

/** As WebCrypto calls them. */
export type HashName = 'SHA-256' | 'SHA-384' | 'SHA-512';

const HASHES: ReadonlyMap<string, HashName> = new Map([
  [SHA_256, 'SHA-256'],
  [SHA_384, 'SHA-384'],
  [SHA_512, 'SHA-512'],
]);

/**
 * The hash that an AlgorithmIdentifier names. Parameters may be left out or null: RFC 5754, section 2, has both.
 *
 * @throws {Refusal} `malformed`; `unsupported_algorithm` for MD5, SHA-1 and whatever is not SHA-2 of 256 bits or more.
 */
export function readHashAlgorithm(node: DerNode): HashName {
  const { oid, parameters } = readAlgorithm(node);
  const hash = HASHES.get(oid);
  if (!hash || (parameters && parameters.tag !== NULL)) {
    throw new Refusal(
      'unsupported_algorithm',
      'A hash is weak or unknown: SHA-256, SHA-384 and SHA-512 are supported.',
    );
  }
  return hash;
}
