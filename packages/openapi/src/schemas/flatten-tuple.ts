import type { JsonSchema } from './components.ts';

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
