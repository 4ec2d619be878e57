import type { JsonSchema, NamedSchemas } from './json-schema.ts';

/** The document's `components` while it is being built: what is pointed at, by name. */
export type Components = {
  schemas: NamedSchemas;
  responses: Map<string, JsonSchema>;
  examples: Map<string, JsonSchema>;
};

/** Components with nothing in them. */
export const openComponents = (): Components => ({
  schemas: new Map(),
  responses: new Map(),
  examples: new Map(),
});
