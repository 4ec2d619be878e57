/*
 * The words of this folder:
 * operation  what is called: a route of the contract, or a request of the resumable uploads, which speak tus
 * valid      what an operation takes: of the contract's examples (sample-body.ts)
 * near       valid but for one thing (malformed.ts, positions.ts)
 * hostile    what breaks who reads it carelessly (hostile-values.ts), or costs more as it grows (shapes.ts)
 */

import { listRoutes, type ListedRoute } from '@field-inspection/contract';
import { z } from 'zod';

/** The part of JSON Schema that the contract uses. */
export type Schema = {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string;
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  example?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema | false;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  propertyNames?: Schema;
  additionalProperties?: Schema | boolean;
};

export type Operation = {
  name: string;
  method: string;
  /** The path, with `:name` in the place of an id. */
  path: string;
  auth: ListedRoute['policy']['auth'];
  content: 'json' | 'photo' | 'bytes' | 'none';
  query?: Schema;
  body?: Schema;
  /** Headers and body of a valid request of an upload. */
  upload?: { headers: Record<string, string>; body?: string };
  /** The contract's route; undefined for an upload. */
  listed?: ListedRoute;
};

export type RouteOperation = Operation & { listed: ListedRoute };

const operationOf = (listed: ListedRoute): RouteOperation => {
  const { resource, key, route, policy } = listed;
  const ofJson = route.method === 'GET' ? 'none' : 'json';
  const content = policy.content ? 'photo' : ofJson;
  return {
    name: `${resource}.${key}`,
    method: route.method,
    path: route.path,
    auth: policy.auth,
    content,
    ...(route.query instanceof z.ZodType ? { query: schemaOf(route.query) } : {}),
    ...('body' in route && route.body instanceof z.ZodType && content === 'json'
      ? { body: schemaOf(route.body) }
      : {}),
    listed,
  };
};

/** Converts a schema to JSON Schema of incoming bodies, with the references at its top and in its fields resolved. */
const schemaOf = (schema: z.ZodType): Schema => {
  const { $defs = {}, ...top } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const resolve = ({ $ref, ...rest }: Schema): Schema =>
    $ref ? { ...$defs[$ref.replace('#/$defs/', '')], ...rest } : rest;
  const { properties, ...others } = resolve(top);
  if (!properties) return { ...others, $defs };
  const resolved = Object.entries(properties).map(([name, part]) => [name, resolve(part)] as const);
  return { ...others, properties: Object.fromEntries(resolved), $defs };
};

export const UPLOADS_PATH = '/v1/field/uploads';

const encode = (value: string): string => Buffer.from(value).toString('base64');

export const beginning = (metadata: Record<string, string> = {}): Record<string, string> => ({
  'tus-resumable': '1.0.0',
  'upload-length': '8',
  'upload-metadata': Object.entries({ filetype: 'image/jpeg', ...metadata })
    .map(([name, value]) => `${name} ${encode(value)}`)
    .join(','),
});

export const sendingFrom = (offset: number): Record<string, string> => ({
  'tus-resumable': '1.0.0',
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
});

const uploadOf = (
  key: string,
  method: string,
  upload: Operation['upload'] = { headers: { 'tus-resumable': '1.0.0' } },
): Operation => ({
  name: `uploads.${key}`,
  method,
  path: method === 'POST' ? UPLOADS_PATH : `${UPLOADS_PATH}/:upload_id`,
  auth: 'field_session',
  content: method === 'PATCH' ? 'bytes' : 'none',
  upload,
});

export const ROUTES: readonly RouteOperation[] = listRoutes().map(operationOf);

/** Each upload is as `beginUpload` leaves it, with its first four bytes. */
export const OPERATIONS: readonly Operation[] = [
  ...ROUTES,
  uploadOf('create', 'POST', { headers: beginning() }),
  uploadOf('head', 'HEAD'),
  uploadOf('patch', 'PATCH', { headers: sendingFrom(4), body: 'e' }),
  uploadOf('delete', 'DELETE'),
];
