import { readOpenApi as readDocument } from '../../../platform/read-openapi.ts';

/* Only as much of the OpenAPI document as this folder reads. */

export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  description?: string;
  examples?: unknown[];
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | boolean;
  prefixItems?: Schema[];
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  style?: string;
  schema: Schema;
};

type Content = Record<string, { schema: Schema; examples?: Record<string, Reference | { value: unknown }> }>;

export type Reference = { $ref: string };

export type Reply = { description: string; content?: Content };

export type RawOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  deprecated?: boolean;
  security?: Record<string, string[]>[];
  parameters?: (Reference | Parameter)[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Reference | Reply>;
};

export type OpenApi = {
  info: { title: string; summary: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, RawOperation>>;
  webhooks: Record<string, { post: RawOperation }>;
  components: Record<string, Record<string, unknown>>;
};

export const readOpenApi = (): OpenApi => readDocument() as OpenApi;

export const follow = <T extends object>(value: T | Reference): T => {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const [, , family = '', name = ''] = value.$ref.split('/');
  const found = readOpenApi().components[family]?.[name.replaceAll('~1', '/').replaceAll('~0', '~')];
  if (!found) throw new Error(`${value.$ref} leads nowhere`);
  return found as T;
};

export const exampleOf = (content: Content[string]): unknown => {
  const [first] = Object.values(content.examples ?? {});
  return first ? follow<{ value: unknown }>(first).value : undefined;
};
