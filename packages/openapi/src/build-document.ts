import { policyOf, type Route, type Routes } from '@field-inspection/contract';
import { type JsonSchema, openComponents } from './schemas/components.ts';
import { describeUploads } from './operations/describe-uploads.ts';
import { describeWebhooks } from './operations/describe-webhooks.ts';
import { emitPaths } from './operations/emit-paths.ts';
import { HEADERS } from './operations/headers.ts';
import { hoistParameters } from './schemas/hoist-parameters.ts';
import { INFO, SERVERS } from './info.ts';
import { PARAMETERS } from './operations/parameters.ts';
import { securitySchemesOf } from './operations/security.ts';
import { TAGS } from './tags.ts';

/** The OpenAPI 3.1 document of a contract's public routes. Pure: the same contract, the same document. */
export const buildDocument = async (contract: Routes): Promise<JsonSchema> => {
  const components = openComponents();
  const routes = selectPublicRoutes(contract);
  const emitted = await emitPaths(routes, components);
  // Where the field person's routes are, so are the uploads.
  const uploads = 'fieldEvidence' in routes ? describeUploads(components) : {};
  const { paths, parameters } = hoistParameters({ ...emitted, ...uploads });
  const webhooks = describeWebhooks(components);
  const responses = sortByName(components.responses);
  const headers = pickUsed(HEADERS, JSON.stringify({ paths, responses }));
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: SERVERS,
    tags: listTags(routes),
    paths,
    webhooks,
    components: {
      securitySchemes: securitySchemesOf(listPolicies(routes)),
      parameters: { ...PARAMETERS, ...parameters },
      headers,
      examples: sortByName(components.examples),
      responses,
      schemas: sortByName(components.schemas),
    },
  };
};

/** A contract's public routes, without the resources that have none. */
export const selectPublicRoutes = (contract: Routes): Routes =>
  Object.fromEntries(
    Object.entries(contract)
      .map(([resource, routes]): [string, Routes] => [resource, keepPublic(routes as Routes)])
      .filter(([, routes]) => Object.keys(routes).length > 0),
  );

const keepPublic = (routes: Routes): Routes =>
  Object.fromEntries(Object.entries(routes).filter(([, route]) => policyOf(route as Route).public));

// The headers of a deprecated route are left out while there is none: nothing points at them.
const pickUsed = (headers: typeof HEADERS, json: string) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => json.includes(`"#/components/headers/${name}"`)),
  );

const listPolicies = (routes: Routes) =>
  Object.values(routes).flatMap((resource) => Object.values(resource as Record<string, Route>).map(policyOf));

const listTags = (routes: Routes) =>
  Object.entries(TAGS)
    .filter(([resource]) => resource in routes)
    .map(([, { title, description }]) => ({ name: title, description }));

// By code unit, not by locale: the bytes must not depend on the machine.
const sortByName = (map: Map<string, JsonSchema>): JsonSchema =>
  Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));

/** The document's bytes: two spaces of indent, a final newline. */
export const serializeDocument = (document: JsonSchema): string => `${JSON.stringify(document, null, 2)}\n`;
