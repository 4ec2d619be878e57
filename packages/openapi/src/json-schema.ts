/** A JSON Schema object (draft 2020-12), as OpenAPI 3.1 holds it. */
export type JsonSchema = { [keyword: string]: unknown };

/** The document's `components.schemas` while it is being built: name to schema. */
export type NamedSchemas = Map<string, JsonSchema>;
