import { type JsonSchema } from './json-schema.ts';

/** Whether a schema describes what clients send or what the service answers, as zod names the sides. */
export type SchemaSide = 'input' | 'output';

/**
 * A schema as zod writes it, in the form that readers of an OpenAPI document expect: pointers into
 * `components`, `format` in place of long patterns, `examples` in place of the deprecated `example`.
 */
export const tidySchema = (schema: JsonSchema, side: SchemaSide): JsonSchema => {
  const tidyAny = (value: unknown) => (isSchema(value) ? tidySchema(value, side) : value);
  const entries = Object.entries(schema)
    .filter(([keyword, value]) => !isNoise({ schema, keyword, value, side }))
    .map(([keyword, value]): [string, unknown] => {
      if (keyword === '$ref') return ['$ref', String(value).replace('#/$defs/', '#/components/schemas/')];
      if (keyword === 'example') return ['examples', [value]];
      if (keyword === 'properties') return ['properties', mapValues(value as JsonSchema, tidyAny)];
      return [keyword, Array.isArray(value) ? value.map(tidyAny) : tidyAny(value)];
    });
  return Object.fromEntries(entries);
};

type Keyword = { schema: JsonSchema; keyword: string; value: unknown; side: SchemaSide };

const isNoise = ({ schema, keyword, value, side }: Keyword): boolean => {
  if (keyword === '$schema' || keyword === '$defs') return true;
  // A format says what zod's pattern of 300 characters says; an integer that arrives as text has one too.
  if (keyword === 'pattern') return schema['format'] !== undefined || schema['type'] !== 'string';
  if (keyword === 'minimum' || keyword === 'maximum')
    return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
  // Responses may grow (specification 9), so only what clients send is closed.
  return keyword === 'additionalProperties' && (side === 'output' || isEmpty(value));
};

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown) => isSchema(value) && Object.keys(value).length === 0;

const mapValues = (record: JsonSchema, map: (value: unknown) => unknown): JsonSchema =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
