import { policyOf, PUBLIC_ROOT, VERSIONED_ROOT, type Route, type Routes } from '@field-inspection/contract';
import { type JsonSchema, openComponents } from './schemas/components.ts';
import { describeUploads } from './operations/describe-uploads.ts';
import { describeWebhooks } from './operations/describe-webhooks.ts';
import { emitPaths } from './operations/emit-paths.ts';
import { HEADERS } from './operations/headers.ts';
import { hoistParameters } from './schemas/hoist-parameters.ts';
import { PARAMETERS } from './operations/parameters.ts';
import { securitySchemesOf } from './operations/security.ts';
import { TAGS } from './tags.ts';
import repository from '../../../package.json' with { type: 'json' };

export const buildDocument = async (contract: Routes): Promise<JsonSchema> => {
  const components = openComponents();
  const routes = selectPublicRoutes(contract);
  const emitted = await emitPaths(routes, components);
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

export const selectPublicRoutes = (contract: Routes): Routes =>
  Object.fromEntries(
    Object.entries(contract)
      .map(([resource, routes]): [string, Routes] => [resource, keepPublic(routes as Routes)])
      .filter(([, routes]) => Object.keys(routes).length > 0),
  );

const keepPublic = (routes: Routes): Routes =>
  Object.fromEntries(Object.entries(routes).filter(([, route]) => policyOf(route as Route).public));

// The headers of a deprecated route are left out while no route is deprecated.
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

// Sorts by code unit: a locale's order would depend on the machine.
const sortByName = (map: Map<string, JsonSchema>): JsonSchema =>
  Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));

export const serializeDocument = (document: JsonSchema): string => `${JSON.stringify(document, null, 2)}\n`;

/** `version` is the API's: SemVer below the major in the URL. */
const INFO = {
  title: 'Field Inspection Service',
  version: '1.0.0',
  summary: 'Remote inspection sessions with evidence, signed webhooks and idempotent writes.',
  description: `An operator creates a session, invites a field person, who joins from a browser; evidence is captured, the session ends.

**Roots.** The public API is below \`${PUBLIC_ROOT}\`, the versioned root is \`${VERSIONED_ROOT}\`. Breaking changes get a new prefix; what is added comes in place, so ignore fields that you don't know. An operation that will go is marked \`deprecated\` here, and its replies carry \`Deprecation\` and \`Sunset\` for 12 months at least.

**Authentication.** \`Authorization: Bearer <API key>\`. Each operation names the scope it needs; a key without it gets 403 \`permission_denied\`.

**Lists.** Newest first, 25 to a page unless \`limit\` says otherwise (at most 100). While \`has_more\` is true, pass \`next_cursor\` back unchanged as \`cursor\`.

**Idempotency.** Every write takes an \`Idempotency-Key\`. A retry with the same key, API key, path and method within 24 hours gets the first successful reply again and changes nothing.

**Limits.** 60 requests a minute per API key, 600 per organisation; every reply carries \`X-RateLimit-*\`.

**Errors.** \`application/problem+json\` (RFC 9457) with a stable \`code\`.

**Webhooks.** Deliveries are signed; verify \`Svc-Signature\` over the raw body before you trust one.`,
  // No address: whoever runs the service says where they can be found.
  contact: { name: 'Whoever runs the service at this origin' },
  // An SPDX id is its own name.
  license: { name: repository.license, identifier: repository.license },
} as const;

/** Both roots are paths of the origin that serves the document. */
const SERVERS = [{ url: '/', description: 'The origin that serves this document' }] as const;
