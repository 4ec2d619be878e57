import { openFields } from './der/open-fields.ts';
import type { DerNode } from './der/der-node.ts';
import { readOid } from './der/read-oid.ts';
import { SEQUENCE } from './der/tags.ts';

/** An AlgorithmIdentifier (RFC 5280, section 4.1.1.2). */
export type Algorithm = { readonly oid: string; readonly parameters: DerNode | undefined };

/** @throws {Refusal} `malformed` */
export function readAlgorithm(node: DerNode): Algorithm {
  const fields = openFields(node, SEQUENCE, 'algorithm identifier');
  const oid = readOid(fields.takeAny());
  const parameters = node.children.length > 1 ? fields.takeAny() : undefined;
  fields.end();
  return { oid, parameters };
}
