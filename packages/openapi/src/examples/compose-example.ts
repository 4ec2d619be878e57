import { SCHEMA_STORIES } from './example-stories.ts';
import type { Components, JsonSchema, NamedSchemas } from '../schemas/components.ts';

/**
 * Composes a value from the examples of a schema's parts. A named schema is completed by its story. An optional field
 * is there when it has an example of its own.
 *
 * @returns undefined where nothing in the schema says what a value looks like
 */
export const composeExample = (schema: JsonSchema, named: NamedSchemas): unknown => {
  const [stated] = (schema['examples'] as unknown[] | undefined) ?? [];
  if (stated !== undefined) return stated;
  if (typeof schema['$ref'] === 'string') return composeNamed(schema['$ref'], named);
  for (const keyword of ['const', 'default']) if (keyword in schema) return schema[keyword];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const [first] = (schema['anyOf'] ?? schema['oneOf'] ?? []) as JsonSchema[];
  if (first) return composeExample(first, named);
  if (schema['properties']) return composeObject(schema, named);
  if (schema['items']) return composeItems(schema['items'] as JsonSchema, named);
  return undefined;
};

const composeNamed = (ref: string, named: NamedSchemas): unknown => {
  const name = ref.replace('#/components/schemas/', '');
  const example = composeExample(named.get(name) ?? {}, named);
  return mergeExample(example, SCHEMA_STORIES[name]);
};

const composeObject = (schema: JsonSchema, named: NamedSchemas) => {
  const required = new Set(schema['required'] as string[] | undefined);
  const fields = Object.entries(schema['properties'] as Record<string, JsonSchema>).map(
    ([name, part]): [string, unknown] => [
      name,
      completeField(composeExample(part, named), { part, isRequired: required.has(name) }),
    ],
  );
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
};

// null is an example like any other.
const completeField = (
  example: unknown,
  { part, isRequired }: { part: JsonSchema; isRequired: boolean },
): unknown => (example === undefined && isRequired ? guess(part) : example);

const composeItems = (items: JsonSchema, named: NamedSchemas): unknown[] => {
  const item = composeExample(items, named);
  return item === undefined ? [] : [item];
};

// Gives the least value of the type: an empty string, the smallest count, true.
const guess = ({ type, minimum }: JsonSchema): unknown => {
  const [first] = [type].flat();
  if (first === 'string') return '';
  if (first === 'boolean') return true;
  if (first === 'integer' || first === 'number') return minimum ?? 1;
  return {};
};

export const mergeExample = (example: unknown, story: unknown): unknown => {
  if (story === undefined) return example;
  if (!isRecord(example) || !isRecord(story)) return story;
  const told = Object.entries(story).map(([key, value]) => [key, mergeExample(example[key], value)]);
  return { ...example, ...Object.fromEntries(told) };
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An example that tells more than its body's schema, with the name that it is kept under. */
type Telling = { name: string; summary: string; merge?: unknown; replace?: unknown };

/**
 * Gives each media type of a body an example. Examples are kept once, in `components.examples`, under the schema's
 * name, or the telling's where there is one.
 */
export const addExample = (
  content: Record<string, JsonSchema>,
  telling: Telling,
  components: Components,
): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(content).map(([mediaType, media]) => {
      // A picture's bytes tell a reader nothing.
      if (nameOf(media['schema'] as JsonSchema) === 'Bytes') return [mediaType, media];
      const name = keepExample(media['schema'] as JsonSchema, telling, components);
      return [mediaType, { ...media, examples: { [name]: { $ref: `#/components/examples/${name}` } } }];
    }),
  );

const keepExample = (schema: JsonSchema, telling: Telling, { schemas, examples }: Components): string => {
  const schemaName = nameOf(schema);
  const tellsItself = telling.merge !== undefined || telling.replace !== undefined;
  const name = tellsItself || !schemaName ? telling.name : schemaName;
  const value = telling.replace ?? mergeExample(composeExample(schema, schemas), telling.merge);
  const description = schemaName && schemas.get(schemaName)?.['description'];
  examples.set(name, { summary: tellsItself || !description ? telling.summary : description, value });
  return name;
};

const nameOf = (schema: JsonSchema) =>
  typeof schema['$ref'] === 'string' ? schema['$ref'].replace('#/components/schemas/', '') : undefined;
