import type { JsonSchema } from './components.ts';

/** Whether a schema describes what clients send or what the service answers, as zod names the sides. */
export type SchemaSide = 'input' | 'output';

/**
 * Gives a schema as zod writes it, in the form that readers of an OpenAPI document expect: pointers into `components`,
 * `format` in place of long patterns, `examples` in place of the deprecated `example`, patterns that every language
 * reads, lists of a fixed length without `prefixItems`.
 */
export const tidySchema = (schema: JsonSchema, side: SchemaSide): JsonSchema =>
  flattenTuple(
    Object.fromEntries(
      Object.entries(schema)
        .filter(([keyword]) => !isNoise(keyword, { schema, side }))
        .map(([keyword, value]) => tidyKeyword(keyword, { value, side })),
    ),
  );

const isNoise = (keyword: string, { schema, side }: { schema: JsonSchema; side: SchemaSide }): boolean => {
  const value = schema[keyword];
  switch (keyword) {
    case '$schema':
    case '$defs':
      return true;
    case 'pattern':
      // A format says what a long pattern says; a number that arrives as text has one too, and a length.
      return schema['format'] !== undefined || schema['type'] !== 'string';
    case 'maxLength':
      return schema['type'] !== 'string';
    case 'minimum':
    case 'maximum':
      return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
    case 'additionalProperties':
      // Responses may grow (docs/versioning.md), so only what clients send is closed.
      return (value === false && side === 'output') || isEmpty(value);
    default:
      return false;
  }
};

const tidyKeyword = (
  keyword: string,
  { value, side }: { value: unknown; side: SchemaSide },
): [string, unknown] => {
  const tidyAny = (inner: unknown) => (isSchema(inner) ? tidySchema(inner, side) : inner);
  if (keyword === '$ref') return [keyword, String(value).replace('#/$defs/', '#/components/schemas/')];
  // JavaScript writes a slash in a pattern so; regular expressions of other languages refuse it.
  if (keyword === 'pattern') return [keyword, String(value).replaceAll('\\/', '/')];
  if (keyword === 'example') return ['examples', [value]];
  if (keyword === 'properties' && isSchema(value)) return [keyword, mapValues(value, tidyAny)];
  if (!HOLDS_SCHEMAS.has(keyword)) return [keyword, value];
  return [keyword, Array.isArray(value) ? value.map(tidyAny) : tidyAny(value)];
};

// The keywords that zod puts schemas under. What is under others is data: a default, an example, a constant.
const HOLDS_SCHEMAS = new Set([
  'additionalProperties',
  'allOf',
  'anyOf',
  'items',
  'not',
  'oneOf',
  'prefixItems',
  'propertyNames',
]);

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown) => isSchema(value) && Object.keys(value).length === 0;

const mapValues = (record: JsonSchema, map: (value: unknown) => unknown): JsonSchema =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));

/**
 * Gives a list of a fixed length in the form that generators take: `items` with `minItems` and `maxItems`, in place of
 * `prefixItems`. So are alternatives that differ in their length alone. What each item means is told in words. The
 * document takes a little more than the service does, and never less.
 *
 * @param schema with its inner schemas in that form already
 */
export const flattenTuple = (schema: JsonSchema): JsonSchema => {
  const { prefixItems, items: _none, ...rest } = schema;
  if (Array.isArray(prefixItems)) return describeList(rest, prefixItems as JsonSchema[]);
  const { anyOf, ...more } = schema;
  const lists = (Array.isArray(anyOf) ? anyOf : []) as JsonSchema[];
  if (lists.length === 0 || !lists.every(isFixedList)) return schema;
  const longest = lists.reduce((a, b) => (Number(b['maxItems']) > Number(a['maxItems']) ? b : a));
  const of = lists.map((list) => list['items'] as JsonSchema);
  return {
    ...more,
    ...longest,
    items: mergeItems(of),
    minItems: Math.min(...lists.map((list) => Number(list['minItems']))),
  };
};

const isFixedList = ({ type, items, minItems, maxItems }: JsonSchema): boolean =>
  type === 'array' && isInteger(items) && minItems !== undefined && maxItems !== undefined;

const isInteger = (schema: unknown): schema is JsonSchema =>
  (schema as JsonSchema | undefined)?.['type'] === 'integer';

const describeList = (list: JsonSchema, prefix: JsonSchema[]): JsonSchema => {
  if (!prefix.every(isInteger)) throw new Error('A list whose items differ has no form that generators take');
  const words = prefix.map(({ description }) => description).filter((word) => word !== undefined);
  return {
    ...list,
    ...(words.length > 0 && { description: words.join(', then ').replaceAll(/, then ([A-Z])/g, lower) }),
    items: mergeItems(prefix),
    minItems: prefix.length,
    maxItems: prefix.length,
    ...(prefix.every(({ examples }) => examples) && { examples: [prefix.map(firstExample)] }),
  };
};

const lower = (_found: string, letter: string) => `, then ${letter.toLowerCase()}`;

const firstExample = ({ examples }: JsonSchema): unknown => (examples as unknown[])[0];

const mergeItems = (items: JsonSchema[]): JsonSchema => ({
  type: 'integer',
  minimum: Math.min(...items.map(({ minimum }) => Number(minimum))),
  maximum: Math.max(...items.map(({ maximum }) => Number(maximum))),
});
