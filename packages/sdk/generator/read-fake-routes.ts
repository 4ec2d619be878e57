import { type ListedRoute, listRoutes } from '@field-inspection/contract';
import { z } from 'zod';
import type { FakeRoute, FieldsRule } from '../src/fake/contract/rule.ts';
import { readField, readFields, readShape } from './read-rule.ts';

/** The routes that a customer's systems call, by name: those of the pages of field persons and signers are not among them. */
export const listFakeRoutes = (): ListedRoute[] =>
  listRoutes().filter(({ policy }) => policy.public && ['credential', 'none'].includes(policy.auth));

export const readFakeRoutes = (): [string, FakeRoute][] =>
  listFakeRoutes().map((listed) => [`${listed.resource}.${listed.key}`, readFakeRoute(listed)]);

function readFakeRoute({ route, policy }: ListedRoute): FakeRoute {
  const { method, path, query, headers, pathParams } = route;
  if ((pathParams as z.ZodObject | undefined)?.def.checks?.length)
    throw new Error(`The fake knows ids one by one: ${path}`);
  const statuses = Object.keys(route.responses)
    .map(Number)
    // The fake gives no part of bytes (206).
    .filter((status) => status < 300 && status !== 206);
  if (statuses.length !== 1 || policy.content) throw new Error(`The fake knows no route like ${path}`);
  const body = 'body' in route && route.body instanceof z.ZodType ? readField(route.body) : null;
  if (body && body.rule.type !== 'fields') throw new Error(`The fake knows no body like that of ${path}`);
  return {
    method,
    path,
    scope: policy.scope,
    ...(policy.auth === 'credential' && policy.scope === null && { takesKey: true }),
    status: statuses[0]!,
    ...(policy.idempotent && { isIdempotent: true }),
    ...(pathParams !== undefined && { ids: readShape((pathParams as z.ZodObject).shape).fields }),
    ...(query !== undefined && { query: readFields(query as z.ZodType) }),
    ...(headers !== undefined && { headers: readShape(headers as Record<string, z.ZodType>) }),
    ...(body && { body: body.rule as FieldsRule }),
    ...(policy.maxJsonBytes && { maxJsonBytes: policy.maxJsonBytes }),
    ...(body?.isRequired && { isBodyRequired: true }),
  };
}
