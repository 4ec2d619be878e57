import { z } from 'zod';
import type { JsonSchema, NamedSchemas } from './components.ts';
import { dropDefaults } from './drop-defaults.ts';
import { tidySchema, type SchemaSide } from './tidy-schema.ts';

/**
 * The JSON Schema of a zod schema. Each named schema in it goes to `named`, once, and is pointed at.
 *
 * @throws when two schemas claim one name: the document could show only one of them
 */
export const hoistSchema = (schema: z.ZodType, side: SchemaSide, named: NamedSchemas): JsonSchema => {
  // zod writes the outermost schema inline even when it has a name; one level down it points at it.
  const wrapped = z.toJSONSchema(z.object({ root: schema }), {
    target: 'draft-2020-12',
    io: side,
    override: restoreDefault,
  });
  for (const [name, definition] of Object.entries(wrapped.$defs ?? {})) {
    const tidied = tidySchema(definition as JsonSchema, side);
    // What has a name and is sent is in a body.
    addNamed(named, name, side === 'input' ? dropDefaults(tidied) : tidied);
  }
  return tidySchema(wrapped.properties?.['root'] as JsonSchema, side);
};

// zod drops the default of an input that it transforms, since it is of the transformed type. Where the
// metadata states it, clients are meant to read it: an integer that arrives as text, for instance.
const restoreDefault = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: object }) => {
  const stated = z.globalRegistry.get(zodSchema)?.['default'];
  if (stated !== undefined) Object.assign(jsonSchema, { default: stated });
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
