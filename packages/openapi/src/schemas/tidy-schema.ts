import type { JsonSchema } from './components.ts';

export type SchemaSide = 'input' | 'output';

/**
 * Turns zod's schema into the form that OpenAPI's readers expect: pointers into `components`, `format` for long
 * patterns, `examples` for the deprecated `example`, patterns for every language, lists of a fixed length without
 * `prefixItems`.
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
      // A format replaces a long pattern; a number that arrives as text keeps its length, too.
      return schema['format'] !== undefined || schema['type'] !== 'string';
    case 'maxLength':
      return schema['type'] !== 'string';
    case 'minimum':
    case 'maximum':
      return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
    case 'additionalProperties':
      // Replies may grow (docs/versioning.md), so only requests are closed.
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
  // JavaScript escapes a slash in a pattern; regular expressions of other languages refuse that.
  if (keyword === 'pattern') return [keyword, String(value).replaceAll('\\/', '/')];
  if (keyword === 'example') return ['examples', [value]];
  if (keyword === 'properties' && isSchema(value)) return [keyword, mapValues(value, tidyAny)];
  if (!HOLDS_SCHEMAS.has(keyword)) return [keyword, value];
  return [keyword, Array.isArray(value) ? value.map(tidyAny) : tidyAny(value)];
};

// Keywords under which zod puts schemas. Others hold data: a default, an example, a constant.
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
 * Turns a list of a fixed length into `items` with `minItems` and `maxItems`, which generators take, unlike
 * `prefixItems`; so, too, alternatives that differ only in length. Words tell each item's meaning. The document accepts
 * a little more than the service, and never less.
 *
 * @param schema with its inner schemas flattened already
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
