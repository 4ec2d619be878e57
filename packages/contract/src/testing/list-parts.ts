import { z } from 'zod';
import type { Route } from '../route.ts';
import { Pairs } from '../shapes/pairs.ts';

export type PartName = 'pathParams' | 'query' | 'headers' | 'body';

export const listTaken = (route: Route): { part: PartName; schema: z.ZodType }[] =>
  (['pathParams', 'query', 'headers', 'body'] as const).flatMap((part) => {
    const taken = (route as Partial<Record<PartName, unknown>>)[part];
    if (taken instanceof z.ZodType) return [{ part, schema: taken }];
    if (part !== 'headers' || !taken) return [];
    return [{ part, schema: z.object(taken as Record<string, z.ZodType>) }];
  });

export type Part = { path: string; schema: z.core.$ZodType };

export const listParts = (schema: z.core.$ZodType, path = ''): Part[] => [
  { path, schema },
  ...innerOf(schema).flatMap(([name, inner]) => listParts(inner, [path, name].filter(Boolean).join('.'))),
];

const innerOf = (schema: z.core.$ZodType): [string, z.core.$ZodType][] => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return [['', def.innerType]];
    case 'pipe':
      return [
        ['', def.in],
        ['', def.out],
      ];
    case 'object':
      return Object.entries(def.shape);
    case 'array':
      return [['[]', def.element]];
    case 'tuple':
      return def.items.map((item, index) => [String(index), item]);
    case 'record':
      return [
        ['{key}', def.keyType],
        ['{value}', def.valueType],
      ];
    case 'union':
      return def.options.map((option) => ['', option]);
    case 'string':
    case 'number':
    case 'boolean':
    case 'literal':
    case 'enum':
    case 'transform':
      return [];
    default:
      throw new Error(`Nothing says how a schema of type ${def.type} is bounded: add it here`);
  }
};

/**
 * Lists the parts whose judgement has no stated bound: a string without a length, and a list or a record whose items
 * are judged before they are counted.
 */
export const listUnbounded = (schema: z.ZodType): string[] => [
  ...new Set(
    listParts(schema)
      .filter((part) => !isBounded(part.schema))
      .map(({ path }) => path),
  ),
];

const isBounded = (schema: z.core.$ZodType): boolean => {
  const checks = checksOf(schema);
  switch (schema._zod.def.type) {
    case 'string':
      return endsByLength(checks) || endsByForm(checks);
    case 'array':
      return z.core.util.sizeCaps(checks).length > 0;
    case 'record':
      return schema instanceof Pairs;
    default:
      return true;
  }
};

type Check = z.core.$ZodCheck & { _zod: { def: { abort?: boolean; pattern?: RegExp } } };

/** The check of a format, such as an address, is the schema itself. */
export const checksOf = (schema: z.core.$ZodType): Check[] =>
  [...(schema._zod.traits.has('$ZodCheck') ? [schema] : []), ...(schema._zod.def.checks ?? [])] as Check[];

// A length that aborts keeps the later checks from a longer text.
const endsByLength = ([first]: Check[]): boolean =>
  first?._zod.def.abort === true && ['max_length', 'length_equals'].includes(first._zod.def.check);

// A pattern with a bounded length looks at no more characters.
const endsByForm = ([first, ...others]: Check[]): boolean => {
  const { pattern, abort } = first?._zod.def ?? {};
  const marks = pattern?.source.replaceAll(/\\.|\[(?:\\.|[^\\\]])*\]/g, '') ?? '';
  const outside = withoutGroups(marks);
  const isWhole = outside.startsWith('^') && outside.endsWith('$') && !outside.includes('|');
  return isWhole && !/[*+]|\{\d+,\}/.test(marks) && (abort === true || others.length === 0);
};

const withoutGroups = (marks: string): string => {
  const outer = marks.replaceAll(/\([^()]*\)/g, '');
  return outer === marks ? marks : withoutGroups(outer);
};
