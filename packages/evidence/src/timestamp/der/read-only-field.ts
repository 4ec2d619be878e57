import { openFields } from './open-fields.ts';
import type { DerNode } from './der-node.ts';

/**
 * The one value inside a value that holds exactly one.
 *
 * @throws {Refusal} `malformed`
 */
export function readOnlyField(node: DerNode, tag: number, name: string): DerNode {
  const fields = openFields(node, tag, name);
  const field = fields.takeAny();
  fields.end();
  return field;
}
