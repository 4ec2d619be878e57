import type { ListedRoute } from '@field-inspection/contract';
import { z } from 'zod';

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
  example?: unknown;
  format?: string;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

/** Required fields alone, each with its example; nothing for a route without a body. */
export function sampleBody({ route }: ListedRoute): [body?: Record<string, unknown>] {
  if (!('body' in route) || !(route.body instanceof z.ZodType)) return [];
  const schema = z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const { $defs = {} } = schema;
  const resolve = (part: JsonSchema | undefined): JsonSchema =>
    part?.$ref ? resolve($defs[part.$ref.replace('#/$defs/', '')]) : (part ?? {});
  const { properties = {}, required = [] } = resolve(schema);
  if (Object.keys(properties).length === 0) return [];
  const needed = [...required, ...(NEEDED[route.path.split('/').at(-1)!] ?? [])];
  return [Object.fromEntries(needed.map((name) => [name, resolve(properties[name]).example]))];
}

/** Optional fields without which the route does not succeed. */
const NEEDED: Record<string, string[]> = { 'webhook-endpoints': ['url'], webhooks: ['url'] };
