import { follow, type Schema } from '../reference/openapi.ts';
import type { Body } from '../reference/read-operations.ts';

/** A new organisation lacks the ids of other things, so optional ones are left out. `stand` gives the required. */
export const sampleBody = (
  { example, schema }: Pick<Body, 'example' | 'schema'>,
  stand: { instant: string; id: (field: string) => string },
): unknown => {
  if (!isObject(example)) return example;
  const { properties = {}, required = [] } = follow<Schema>(schema);
  const entries = Object.entries(example).flatMap(([name, value]) => {
    const format = formatOf(properties[name]);
    if (format !== 'date-time' && format !== 'uuid') return [[name, value]];
    if (!required.includes(name)) return [];
    return [[name, format === 'uuid' ? stand.id(name) : stand.instant]];
  });
  return Object.fromEntries(entries);
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const formatOf = (schema: Schema | undefined): string | undefined => {
  if (!schema) return undefined;
  const { format, anyOf = [] } = follow<Schema>(schema);
  return format ?? anyOf.map(formatOf).find((one) => one !== undefined);
};
