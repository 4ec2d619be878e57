import { z } from 'zod';

/** A JSON Schema (draft 2020-12), as far as the contract's schemas come out as one. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  description?: string;
  example?: unknown;
}

/** Side of a schema: a client sends `input`, and receives `output`. */
export type Side = 'input' | 'output';

/** A zod schema as JSON Schema, with the named schemas in it by name. */
export function toJsonSchema(schema: z.ZodType, side: Side) {
  // zod writes the outermost schema inline even when it has a name; one level down it points at it.
  const wrapped = z.toJSONSchema(z.object({ root: schema }), { io: side }) as unknown as {
    properties: { root: JsonSchema };
    $defs?: Record<string, JsonSchema>;
  };
  return { schema: wrapped.properties.root, named: Object.entries(wrapped.$defs ?? {}) };
}

/** The name that a pointer points at; `undefined` for a schema that is no pointer. */
export const readRef = (schema: JsonSchema): string | undefined => schema.$ref?.split('/').at(-1);
