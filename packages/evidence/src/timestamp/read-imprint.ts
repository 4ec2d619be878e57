import { openFields } from './der/open-fields.ts';
import type { DerNode } from './der/der-node.ts';
import { OCTET_STRING, SEQUENCE } from './der/tags.ts';
import { readHashAlgorithm, type HashName } from './read-hash-algorithm.ts';

/** A digest and the hash it was made by. */
export type Imprint = { readonly hash: HashName; readonly digest: Uint8Array };

/**
 * Reads a MessageImprint (RFC 3161, section 2.4.1).
 *
 * @throws {Refusal} `malformed`, `unsupported_algorithm`
 */
export function readImprint(node: DerNode): Imprint {
  const fields = openFields(node, SEQUENCE, 'imprint');
  const hash = readHashAlgorithm(fields.take(SEQUENCE));
  const digest = fields.take(OCTET_STRING).content;
  fields.end();
  return { hash, digest };
}
