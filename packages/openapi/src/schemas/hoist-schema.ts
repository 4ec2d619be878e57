import { z } from 'zod';
import type { JsonSchema, NamedSchemas } from './components.ts';
import { tidySchema, type SchemaSide } from './tidy-schema.ts';

/**
 * Gives the JSON Schema of a zod schema. Each named schema goes to `named` once, and is pointed at.
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
    // A named schema of a request is in a body, which has no defaults.
    addNamed(named, name, side === 'input' ? dropDefaults(tidied) : tidied);
  }
  return tidySchema(wrapped.properties?.['root'] as JsonSchema, side);
};

// zod drops the default of a transformed input, since it has the transformed type. Where the metadata states it,
// clients should read it, as for an integer that arrives as text.
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

/**
 * Removes `default` from a body: generators take a field with a default for one that is always there, and clients would
 * have to send it.
 *
 * @throws where the field's description does not say what holds `unless given`: nothing else would
 */
export const dropDefaults = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [
      keyword,
      keyword === 'properties' ? mapFields(value as Record<string, JsonSchema>) : dropWithin(value),
    ]),
  );

const mapFields = (fields: Record<string, JsonSchema>) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, dropDefault(name, field)]));

const dropDefault = (name: string, { default: given, ...field }: JsonSchema): JsonSchema => {
  const isSaid = new RegExp(`\\b${String(given)},? unless given`).test(String(field['description']));
  if (given !== undefined && !isSaid)
    throw new Error(`Say in the description of ${name}: "${String(given)} unless given"`);
  return dropDefaults(field);
};

const dropWithin = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(dropWithin);
  return typeof value === 'object' && value !== null ? dropDefaults(value as JsonSchema) : value;
};
