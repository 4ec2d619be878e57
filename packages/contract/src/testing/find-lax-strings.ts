import type { z } from 'zod';
import { sampleSchema } from './sample-schema.ts';

/** The places in what a schema takes where a string that PostgreSQL can't hold gets through. */
export const findLaxStrings = (schema: z.ZodType): string[] => {
  const lax = sampleSchema(schema).flatMap((sample) =>
    listStrings(sample).filter(({ path, value }) =>
      POISONS.some((poison) =>
        [poison, `${value}${poison}`].some((bad) => schema.safeParse(replaceAt(sample, path, bad)).success),
      ),
    ),
  );
  return [...new Set(lax.map(({ path }) => path.join('.')))];
};

const POISONS = ['\u0000', '\ud800', '\udfff'];

type Place = { path: string[]; value: string };

const listStrings = (value: unknown, path: string[] = []): Place[] => {
  if (typeof value === 'string') return [{ path, value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => listStrings(inner, [...path, key]));
};

const replaceAt = (value: unknown, [key, ...rest]: string[], leaf: string): unknown => {
  if (key === undefined) return leaf;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = replaceAt(copy[key], rest, leaf);
  return copy;
};
