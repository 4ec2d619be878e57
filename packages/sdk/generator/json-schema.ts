import { z } from 'zod';

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

export type Side = 'input' | 'output';

export function toJsonSchema(schema: z.ZodType, side: Side) {
  // zod writes the outermost schema inline even when it has a name; one level down it points at it.
  const wrapped = z.toJSONSchema(z.object({ root: schema }), { io: side }) as unknown as {
    properties: { root: JsonSchema };
    $defs?: Record<string, JsonSchema>;
  };
  return { schema: wrapped.properties.root, named: Object.entries(wrapped.$defs ?? {}) };
}

/** Gives undefined for a schema that is no pointer. */
export const readRef = (schema: JsonSchema): string | undefined => schema.$ref?.split('/').at(-1);
