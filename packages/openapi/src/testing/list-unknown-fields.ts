import type { JsonSchema } from '../schemas/components.ts';

type Schemas = Record<string, JsonSchema>;

/**
 * Lists fields without a schema. Replies may grow, so validators accept them; in an example such a field was renamed or
 * never existed.
 */
export const listUnknownFields = (value: unknown, schema: JsonSchema, schemas: Schemas): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  if (typeof schema['$ref'] === 'string') {
    return listUnknownFields(value, schemas[schema['$ref'].split('/').at(-1) ?? ''] ?? {}, schemas);
  }
  const alternatives = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
  if (alternatives) {
    const unknown = alternatives.map((alternative) => listUnknownFields(value, alternative, schemas));
    return unknown.reduce((least, next) => (next.length < least.length ? next : least));
  }
  if (Array.isArray(value)) {
    return value.flatMap((item) => listUnknownFields(item, (schema['items'] as JsonSchema) ?? {}, schemas));
  }
  const properties = (schema['properties'] ?? {}) as Schemas;
  const ofRecord = schema['propertyNames'] ? (schema['additionalProperties'] as JsonSchema) : undefined;
  return Object.entries(value).flatMap(([name, part]) => {
    const known = properties[name] ?? ofRecord;
    return known ? listUnknownFields(part, known, schemas).map((path) => `${name}.${path}`) : [name];
  });
};
