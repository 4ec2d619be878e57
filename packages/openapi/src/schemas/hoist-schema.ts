import { z } from 'zod';
import type { JsonSchema, NamedSchemas } from './components.ts';
import { tidySchema, type SchemaSide } from './tidy-schema.ts';

/**
 * Gives the JSON Schema of a zod schema. Each named schema in it goes to `named`, once, and is pointed at.
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
    // A named schema that is sent is in a body, which has no defaults.
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

/**
 * Gives the schema of a body without `default`: generators take a field that has one for a field that is always there,
 * and would ask clients for it.
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
