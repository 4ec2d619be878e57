export type JsonSchema = { [keyword: string]: unknown };

export type NamedSchemas = Map<string, JsonSchema>;

export type Components = {
  schemas: NamedSchemas;
  responses: Map<string, JsonSchema>;
  examples: Map<string, JsonSchema>;
};

export const openComponents = (): Components => ({
  schemas: new Map(),
  responses: new Map(),
  examples: new Map(),
});
