import {
  errorCodesOf,
  isList,
  type ListedRoute,
  listRoutes,
  NoBody,
  isBytes,
  sayCaller,
} from '@field-inspection/contract';
import { z } from 'zod';
import { toKebab, toPascal } from './change-case.ts';
import type { JsonSchema, Side } from './json-schema.ts';
import type { Method, Model, Resource } from './model.ts';
import { EVENTS_FILE, readEvents } from './read-events.ts';
import { findBase } from './render-type.ts';
import { registerTypes, type TypeRegistry } from './type-registry.ts';

export function readContract(): Model {
  const types: TypeRegistry = new Map();
  const routes = listRoutes().filter(isOffered);
  const resources = readResources(routes, locate, types);
  const events = readEvents(types);
  settleBases(types);
  return { resources, events, types };
}

/**
 * Calls by an API key, and calls that programs make without one, such as revoking a leaked key. Calls by a field
 * person's link are on the field side.
 */
export const isOffered = ({ resource, policy, route }: ListedRoute): boolean => {
  if (!policy.public || resource === 'join') return false;
  return policy.auth === 'credential' || (policy.auth === 'none' && route.method !== 'GET');
};

export function readResources(routes: ListedRoute[], locate: Locate, types: TypeRegistry): Resource[] {
  // Lists first: a type belongs to the resource that lists it, or else to the first that uses it.
  for (const listed of routes.filter(({ route }) => isList(route))) readMethod(listed, locate, types);
  return [...Map.groupBy(routes, ({ resource }) => resource)].map(([name, own]): Resource => ({
    name,
    file: locate(name),
    methods: own.map((listed) => readMethod(listed, locate, types)),
  }));
}

type Locate = (resource: string) => string;

const locate: Locate = (resource) => `resources/${toKebab(resource)}`;

/** A base type moves to the resource that extends it: events know resources, never the reverse. */
function settleBases(types: TypeRegistry): void {
  for (const { file, ...type } of types.values()) {
    const base = findBase(type, types);
    if (base?.file === EVENTS_FILE && file !== EVENTS_FILE)
      types.set(base.name, { ...base, file, isEvents: true });
  }
}

function readMethod(
  { resource, key, route, policy }: ListedRoute,
  locate: Locate,
  types: TypeRegistry,
): Method {
  const read = (schema: z.ZodType, side: Side) =>
    registerTypes(schema, { side, file: locate(resource) }, types);
  const query = route.query instanceof z.ZodType ? read(route.query, 'input') : null;
  return {
    name: key,
    verb: route.method,
    path: route.path,
    isList: isList(route),
    query: query && { name: `${toPascal(key)}${toPascal(resource)}Query`, schema: query },
    body: readBody('body' in route ? route.body : null, (schema) => read(schema, 'input')),
    isContent: policy.content !== undefined,
    result: readResult(route, (schema) => read(schema, 'output')),
    mayLink: '302' in route.responses,
    summary: route.summary ?? '',
    description: route.description ?? '',
    scope: policy.scope,
    refused: sayCaller(policy.caller) ?? '',
    errors: errorCodesOf(route),
  };
}

function readBody(body: unknown, read: (schema: z.ZodType) => JsonSchema): Method['body'] {
  if (!(body instanceof z.ZodType) || body === NoBody) return null;
  if (!(body instanceof z.ZodOptional)) return { schema: read(body), isOptional: false };
  return { schema: read(body.unwrap() as z.ZodType), isOptional: true };
}

function readResult(route: ListedRoute['route'], read: (schema: z.ZodType) => JsonSchema): Method['result'] {
  // A 206 is a part of the 200.
  const successes = Object.entries(route.responses).filter(
    ([status]) => status.startsWith('2') && status !== '206',
  );
  const [success, ...others] = successes;
  if (!success || others.length > 0) throw new Error(`${route.path}: expected one 2xx response`);
  const [status, response] = success;
  if (status === '204') return null;
  if (isBytes(response)) return { kind: 'bytes', mediaType: response.contentType };
  if (!(response instanceof z.ZodType))
    throw new Error(`${route.path}: only JSON and bytes can be generated`);
  // The SDK has its own page type, so only the contract's item is read.
  const content = isList(route) ? ((response as z.ZodObject).shape['data'] as z.ZodArray).element : response;
  return read(content as z.ZodType);
}
