import type { z } from 'zod';
import { type JsonSchema, type Side, toJsonSchema } from './json-schema.ts';
import type { NamedType } from './model.ts';

export type TypeRegistry = Map<string, NamedType>;

/** Types that another file has under a name of its own, with what a reader is told of each value. */
const HOMES: Readonly<Record<string, Pick<NamedType, 'name' | 'file'>>> = {
  IssueCode: { name: 'KnownIssueCode', file: 'errors/error-code' },
};

/**
 * Gives the JSON Schema of a contract schema. Named schemas in it are registered, with the file as their home unless
 * they have one.
 *
 * @throws when a name stands for two shapes: one interface could show only one of them
 */
export function registerTypes(
  schema: z.ZodType,
  { side, file }: { side: Side; file: string },
  types: TypeRegistry,
): JsonSchema {
  const { schema: root, named } = toJsonSchema(schema, side);
  for (const [name, shape] of named) {
    const known = types.get(name);
    if (known && !isSameShape(known.schema, shape)) {
      throw new Error(`Two different schemas are named ${name}: give each its own id in .meta()`);
    }
    if (!known) types.set(name, { schema: shape, side, ...(HOMES[name] ?? { name, file }) });
  }
  return root;
}

// Closed objects show on one side only, and don't change the TypeScript.
const isSameShape = (one: JsonSchema, other: JsonSchema) => {
  const describe = (schema: JsonSchema) =>
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'additionalProperties' && !value ? undefined : value,
    );
  return describe(one) === describe(other);
};
