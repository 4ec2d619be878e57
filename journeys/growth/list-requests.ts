import { listRoutes, policyOf, type ListedRoute, type RoutePolicy } from '@field-inspection/contract';
import { listTaken } from '@field-inspection/contract/testing/list-parts';
import { sampleSchema } from '@field-inspection/contract/testing/sample-schema';
import { KEY_HEADERS, MEMBER_HEADERS, type Asked } from '@field-inspection/server/testing/create-judge';
import type { z } from 'zod';
import { isObject, listPositions, withPair, type Position } from '../requests/positions.ts';
import { inHeader, inUrl, listStructures, listTexts, type Shape } from '../requests/shapes.ts';

export type GrowingRequest = { name: string; largest: number; make: (size: number) => Asked };

const MAX_JSON_BYTES = 256 * 1024;

/** Node.js limits a request's head to 16 KiB, some of which the other headers take. */
const MAX_HEAD_BYTES = 15 * 1024;

/** Combines every position of every route with every shape that may come there. */
export const listRequests = (): GrowingRequest[] => {
  const all = listRoutes().flatMap((listed) => {
    const rights = listRightRequests(listed);
    return [
      ...rights.flatMap((right) => growBody(listed, right)),
      ...growQuery(listed, rights[0]!),
      ...growPath(listed, rights[0]!),
      ...growHeaders(listed, rights[0]!),
    ];
  });
  // Valid requests of a route share most of their positions.
  return [...new Map(all.map((request) => [request.name, request])).values()];
};

/** These requests reach the route's use case. */
export const listRightRequests = ({ route, policy }: ListedRoute): Right[] => {
  const taken = new Map(listTaken(route).map(({ part, schema }) => [part, schema]));
  const params = sampleOf(taken.get('pathParams'));
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
  const given = sampleOf(taken.get('headers'));
  const headers = {
    ...authorize(policy),
    ...(policy.idempotent ? { 'idempotency-key': 'k' } : {}),
    ...given,
    ...(policy.content ? { 'content-type': policy.content.types[0]! } : {}),
  };
  const body = taken.get('body');
  if (!body || policy.content) return [{ method: route.method, url: path, headers, sample: undefined }];
  const samples = new Map(sampleSchema(body).map((sample) => [structureOf(sample), sample]));
  return [...samples.values()].map((sample) => ({
    method: route.method,
    url: path,
    headers: { ...headers, 'content-type': 'application/json' },
    sample,
    body: JSON.stringify(sample),
  }));
};

const authorize = ({ auth, caller }: RoutePolicy): Record<string, string> => {
  if (auth === 'none') return {};
  if (auth !== 'credential') return { authorization: 'Bearer token' };
  return caller === 'member' ? MEMBER_HEADERS : KEY_HEADERS;
};

type Right = Asked & { headers: Record<string, string>; sample: unknown };

const structureOf = (sample: unknown): string =>
  JSON.stringify(sample, (_, value: unknown) => (typeof value === 'string' ? '' : value));

const sampleOf = (schema: z.ZodType | undefined): Record<string, string> =>
  (schema ? sampleSchema(schema)[0] : {}) as Record<string, string>;

const nameOf = ({ resource, key }: ListedRoute) => `${resource}.${key}`;

const growBody = (listed: ListedRoute, { sample, body: _, ...right }: Right): GrowingRequest[] => {
  if (sample === undefined) return [];
  const largest = listed.policy.maxJsonBytes ?? MAX_JSON_BYTES;
  return listSpots(sample).flatMap(({ path, value, around }) =>
    listShapes(value).map(({ name, make }) => ({
      name: `${nameOf(listed)}: body.${path.join('.')}: ${name}`,
      // Leaves room for the characters that a shape adds.
      largest: largest - Buffer.byteLength(around(JSON.stringify(value))) - 64,
      make: (size: number) => ({ ...right, body: around(make(size)) }),
    })),
  );
};

const listShapes = (value: unknown): Shape[] => {
  const right = JSON.stringify(value);
  const texts = typeof value === 'string' ? listTexts(right.slice(1, -1)) : listTexts('').slice(0, 1);
  return [...texts, ...listStructures(right)];
};

const listSpots = (sample: unknown): Position[] =>
  listPositions(sample).flatMap((position) => {
    const { path, value, around } = position;
    if (!isObject(value)) return [position];
    const more = (raw = '0') => around(withPair(value, 'unknown', raw));
    return [position, { path: [...path, 'unknown'], value: 0, around: more }];
  });

const growQuery = (listed: ListedRoute, right: Right): GrowingRequest[] => {
  const schema = listTaken(listed.route).find(({ part }) => part === 'query')?.schema;
  const sample = schema ? (sampleSchema(schema)[0] as Record<string, unknown>) : {};
  const single = [...Object.keys(sample), ...(schema ? ['unknown'] : [])].flatMap((name) =>
    listTexts(encodeText(sample[name]))
      .map(inUrl)
      .map(({ name: shape, make }) => ({
        name: `${name}: ${shape}`,
        make: (size: number) => `${name}=${make(size)}`,
      })),
  );
  return [...single, ...QUERIES].map(({ name, make }) => ({
    name: `${nameOf(listed)}: query.${name}`,
    largest: MAX_HEAD_BYTES,
    make: (size) => ({ ...right, url: `${right.url}?${make(size)}`.slice(0, MAX_HEAD_BYTES) }),
  }));
};

const encodeText = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value).slice(1, -1) : '';

/** Shapes of a whole query: many parameters, equal ones, pairs, and malformed text. */
const QUERIES: Shape[] = [
  ['many parameters', (index: number) => `p${index}=1&`],
  ['the same parameter', () => 'limit=1&'],
  ['the same pair', () => 'metadata[a]=1&'],
  ['many pairs', (index: number) => `metadata[k${index}]=1&`],
  ['pairs of many parameters', (index: number) => `m${index}[a]=1&`],
  ['brackets', () => '['],
  ['brackets in pairs', () => '[]'],
  ['what is not encoded right', () => '%'],
  ['signs', () => '&'],
  ['values without names', () => '=&'],
].map(([name, part]) => ({
  name: name as string,
  make: (size: number) => {
    const count = Math.ceil(size / (part as (index: number) => string)(1000).length);
    return Array.from({ length: count }, (_, index) => (part as (index: number) => string)(index)).join('');
  },
}));

const growPath = (listed: ListedRoute, right: Right): GrowingRequest[] => {
  const names = [...listed.route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const params = sampleOf(listTaken(listed.route).find(({ part }) => part === 'pathParams')?.schema);
  return names.flatMap((name) =>
    listTexts(params[name] ?? '')
      .map(inUrl)
      .map(({ name: shape, make }) => ({
        name: `${nameOf(listed)}: path.${name}: ${shape}`,
        largest: MAX_HEAD_BYTES,
        make: (size: number) => ({
          ...right,
          url: right.url.replace(params[name]!, make(size)).slice(0, MAX_HEAD_BYTES),
        }),
      })),
  );
};

/** Parts without a schema of their own are judged alike on all routes of a kind, so the first one is enough. */
const isFirstOfItsKind = ({ route }: ListedRoute): boolean =>
  listRoutes().find(({ policy }) => kindOf(policy) === kindOf(policyOf(route)))?.route === route;

const kindOf = ({ auth, idempotent, content }: RoutePolicy): string =>
  `${auth} ${idempotent} ${content !== undefined}`;

const HEADERS = [
  'authorization',
  'idempotency-key',
  'content-type',
  'x-forwarded-for',
  'request-id',
  'user-agent',
  'cookie',
  'accept',
  'unknown',
];

const growHeaders = (listed: ListedRoute, right: Right): GrowingRequest[] => {
  const own = sampleOf(listTaken(listed.route).find(({ part }) => part === 'headers')?.schema);
  const shared = isFirstOfItsKind(listed) ? HEADERS : [];
  return [...new Set([...shared, ...Object.keys(own)])].flatMap((header) =>
    listTexts(encodeText(right.headers[header]))
      .map(inHeader)
      .map(({ name: shape, make }) => ({
        name: `${nameOf(listed)}: header.${header}: ${shape}`,
        largest: MAX_HEAD_BYTES,
        make: (size: number) => ({ ...right, headers: { ...right.headers, [header]: make(size) } }),
      })),
  );
};
