import type { Components, JsonSchema } from '../schemas/components.ts';
import { composeExample, mergeExample } from './compose-example.ts';

/** The example of a body beyond its schema, and the name under which it is then kept. */
export type Telling = { name: string; summary: string; merge?: unknown; replace?: unknown };

/**
 * Gives the `content` of a body with an example at each of its media types. Examples are kept once, in
 * `components.examples`, under the schema's name, or the telling's where it tells of its own.
 */
export const addExample = (
  content: Record<string, JsonSchema>,
  telling: Telling,
  components: Components,
): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(content).map(([mediaType, media]) => {
      // A picture's bytes teach nobody anything.
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
