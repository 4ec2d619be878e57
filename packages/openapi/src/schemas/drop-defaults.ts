import type { JsonSchema } from './components.ts';

/**
 * The schema of a body without `default`: generators take a field that has one for a field that is always there, and
 * would ask clients for it.
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
