import type { z } from 'zod';
import { sampleSchema } from './sample-schema.ts';

export const findLaxStrings = (schema: z.ZodType): string[] =>
  findLax(schema, (value) =>
    typeof value === 'string' ? POISONS.flatMap((bad) => [bad, `${value}${bad}`]) : [],
  );

const POISONS = ['\u0000', '\ud800', '\udfff'];

/** Finds places that take NaN or infinity, or a number beyond the exact integers. */
export const findLaxNumbers = (schema: z.ZodType): string[] =>
  findLax(schema, (value) => (typeof value === 'number' ? BEYOND : []));

const BEYOND = [NaN, Infinity, -Infinity, 2 ** 53, -(2 ** 53)];

const findLax = (schema: z.ZodType, poison: (value: unknown) => unknown[]): string[] => {
  const lax = sampleSchema(schema).flatMap((sample) =>
    listLeaves(sample).filter(({ path, value }) =>
      poison(value).some((bad) => schema.safeParse(replaceAt(sample, path, bad)).success),
    ),
  );
  return [...new Set(lax.map(({ path }) => path.join('.')))];
};

type Leaf = { path: string[]; value: unknown };

const listLeaves = (value: unknown, path: string[] = []): Leaf[] => {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([key, inner]) => listLeaves(inner, [...path, key]));
};

const replaceAt = (value: unknown, [key, ...rest]: string[], leaf: unknown): unknown => {
  if (key === undefined) return leaf;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = replaceAt(copy[key], rest, leaf);
  return copy;
};
