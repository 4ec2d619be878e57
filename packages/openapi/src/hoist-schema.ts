import { z } from 'zod';
import { type JsonSchema, type NamedSchemas } from './json-schema.ts';
import { tidySchema, type SchemaSide } from './tidy-schema.ts';

/**
 * The JSON Schema of a zod schema. Each named schema in it goes to `named`, once, and is pointed at.
 *
 * @throws when two schemas claim one name: the document could only show one of them
 */
export const hoistSchema = (schema: z.ZodType, side: SchemaSide, named: NamedSchemas): JsonSchema => {
  // zod writes the outermost schema inline even when it has a name; one level down it points at it.
  const wrapped = z.toJSONSchema(z.object({ root: schema }), { target: 'draft-2020-12', io: side });
  for (const [name, definition] of Object.entries(wrapped.$defs ?? {})) {
    addNamed(named, name, tidySchema(definition as JsonSchema, side));
  }
  return tidySchema(wrapped.properties?.['root'] as JsonSchema, side);
};

const addNamed = (named: NamedSchemas, name: string, schema: JsonSchema) => {
  const known = named.get(name);
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
    throw new Error(
      `Two different schemas are named ${name}: give each its own id in .meta(). ` +
        'A schema that requests and responses share must read the same on both sides.',
    );
  }
  named.set(name, schema);
};
