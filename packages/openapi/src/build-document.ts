import { policyOf } from '@field-inspection/contract';
import type { AppRoute, AppRouter } from '@ts-rest/core';
import type { NamedResponses } from './describe-failures.ts';
import { describeWebhooks } from './describe-webhooks.ts';
import { emitPaths } from './emit-paths.ts';
import { HEADERS } from './headers.ts';
import { INFO, SERVERS } from './info.ts';
import type { JsonSchema, NamedSchemas } from './json-schema.ts';
import { PARAMETERS } from './parameters.ts';
import { securitySchemesOf } from './security.ts';
import { selectPublicRoutes } from './select-public-routes.ts';
import { TAGS } from './tags.ts';

/** The OpenAPI 3.1 document of a contract's public routes. Pure: the same contract, the same document. */
export const buildDocument = async (contract: AppRouter): Promise<JsonSchema> => {
  const schemas: NamedSchemas = new Map();
  const responses: NamedResponses = new Map();
  const routes = selectPublicRoutes(contract);
  const paths = await emitPaths(routes, { schemas, responses });
  const webhooks = describeWebhooks(schemas);
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: SERVERS,
    tags: listTags(routes),
    paths,
    webhooks,
    components: {
      securitySchemes: securitySchemesOf(listPolicies(routes)),
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: sortByName(responses),
      schemas: sortByName(schemas),
    },
  };
};

const listPolicies = (routes: AppRouter) =>
  Object.values(routes).flatMap((resource) =>
    Object.values(resource as Record<string, AppRoute>).map(policyOf),
  );

const listTags = (routes: AppRouter) =>
  Object.entries(TAGS)
    .filter(([resource]) => resource in routes)
    .map(([, { title, description }]) => ({ name: title, description }));

// By code unit, not by locale: the bytes must not depend on the machine.
const sortByName = (map: Map<string, JsonSchema>): JsonSchema =>
  Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
