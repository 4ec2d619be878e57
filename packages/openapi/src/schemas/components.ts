/** A JSON Schema object (draft 2020-12), as OpenAPI 3.1 holds it. */
export type JsonSchema = { [keyword: string]: unknown };

/** The document's `components.schemas` while it is being built: name to schema. */
export type NamedSchemas = Map<string, JsonSchema>;

/** The document's `components` while it is being built, by name. */
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
