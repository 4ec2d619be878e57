import { Refusal } from '../timestamp-refusal.ts';
import type { DerNode } from './read-der.ts';

export type Fields = {
  take(tag: number): DerNode;
  takeOptional(tag: number): DerNode | undefined;
  takeAny(): DerNode;
  end(): void;
};

/**
 * Opens a value made of values, to read its fields in the order of the ASN.1 definition. `end` refuses further fields,
 * so that nothing goes unread.
 *
 * @param name what the value ought to be, for the message
 * @throws {Refusal} `malformed`, here and in each function of the result
 */
export function openFields(node: DerNode, tag: number, name: string): Fields {
  const malformed = (): Refusal => new Refusal('malformed', `The ${name} is not of its form.`);
  if (node.tag !== tag) throw malformed();
  let index = 0;

  const takeAny = (): DerNode => {
    const field = node.children[index++];
    if (!field) throw malformed();
    return field;
  };
  return {
    takeAny,
    take: (expected) => {
      const field = takeAny();
      if (field.tag !== expected) throw malformed();
      return field;
    },
    takeOptional: (expected) => (node.children[index]?.tag === expected ? takeAny() : undefined),
    end: () => {
      if (index < node.children.length) throw malformed();
    },
  };
}

/**
 * Reads a value that must hold exactly one value.
 *
 * @throws {Refusal} `malformed`
 */
export function readOnlyField(node: DerNode, tag: number, name: string): DerNode {
  const fields = openFields(node, tag, name);
  const field = fields.takeAny();
  fields.end();
  return field;
}
