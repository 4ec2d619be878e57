import { GIVEN_TWICE, listRoutes, nameIssue, openUnion, type ListedRoute } from '@field-inspection/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sampleSchema } from '../../../../contract/src/testing/sample-schema.ts';
import { listOffences } from '../../testing/list-offences.ts';
import { judgeValue } from '../contract/judge-value.ts';
import { type RouteName, ROUTES } from '../contract/routes.ts';
import type { FakeRoute } from '../contract/rule.ts';
import { createFakeService } from '../create-fake-service.ts';

/*
 * The fake refuses what the service refuses. One thing is made wrong at a time in each part of each route, and the fake
 * must name the same faults as the contract's schema; what the schema takes, the fake must take in the same form.
 */
const LISTED = listRoutes().filter(
  ({ policy }) => policy.public && ['credential', 'none'].includes(policy.auth),
);
const nameOf = ({ resource, key }: ListedRoute) => `${resource}.${key}` as RouteName;
const PARTS = LISTED.flatMap((listed) => {
  const { route } = listed;
  const query = (route.query ?? z.strictObject({})) as z.ZodType;
  const parts = [['query', query], ...('body' in route ? [['body', route.body as z.ZodType]] : [])] as const;
  return parts.map(
    ([part, schema]) =>
      [nameOf(listed), part as 'query' | 'body', { listed, schema: schema as z.ZodType }] as const,
  );
});
const EXAMPLE_ID = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';

type Fault = readonly [path: string, code: string, message: string];

function listFaults(where: string, schema: z.ZodType, value: unknown): Fault[] {
  const { error } = schema.safeParse(value);
  const repeated = new Set<string>();
  return (error?.issues ?? []).flatMap(openUnion).flatMap((issue) => {
    const given = issue.path.reduce<unknown>((all, key) => (all as Record<PropertyKey, unknown>)[key], value);
    if (where === 'query' && issue.code !== 'unrecognized_keys' && Array.isArray(given)) {
      const path = [where, ...issue.path].map(String).join('.');
      if (repeated.has(path)) return [];
      repeated.add(path);
      return [[path, nameIssue(issue.code), GIVEN_TWICE]];
    }
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
    // Each unknown field has a line of its own.
    const messages = issue.message.split('\n');
    return names.map((each, index): Fault => {
      const path = [where, ...issue.path, ...(each === undefined ? [] : [each])];
      return [path.map(String).join('.'), nameIssue(issue.code), messages[index]!];
    });
  });
}

const listBounds = (schema: z.ZodType, keyword = '(?:min|max)\\w*'): number[] => {
  const json = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  const bounds = [...json.matchAll(new RegExp(`"${keyword}":(\\d{1,7})\\b`, 'g'))].map(([, bound]) =>
    Number(bound),
  );
  return [...new Set(bounds)];
};

const STRINGS = [
  ...[
    '',
    ' ',
    'x',
    'no',
    'true',
    'null',
    '0',
    '1',
    '7',
    '100',
    '101',
    '01',
    '1.5',
    '-1',
    '0x10',
    '1e1',
    '1'.repeat(16),
  ],
  ...['a\0b', '\ud800', '🏠', 'session.created', 'session.exploded', 'created', 'pending', 'photo', 'sms'],
  ...['en', 'DE', 'pt-BR', 'xx', 'de_CH', 'de-', `de${'-aaaaaaaa'.repeat(4)}`],
  ...['a@example.com', 'a@b', '@example.com', 'a b@example.com', `${'a'.repeat(300)}@example.com`],
  ...[
    EXAMPLE_ID,
    EXAMPLE_ID.toUpperCase(),
    `${EXAMPLE_ID}0`,
    '019a9f6e-3c0a-0bd2-8c11-5d2f0f6d9a01',
    `{${EXAMPLE_ID}}`,
    '00000000-0000-0000-0000-000000000000',
  ],
  ...[
    '2026-11-20T14:30:00.000Z',
    '2026-11-20T14:30:00+02:00',
    '2026-11-20',
    '2026-11-20T14:30Z',
    '2026-11-20T14:30:00',
  ],
  ...['2026-02-30T12:00:00Z', '2025-02-29T12:00:00Z', '2024-02-29T12:00:00Z', '2026-13-01T12:00:00Z'],
  ...['2026-11-20T24:00:00Z', '0000-06-01T12:00:00Z', '9999-12-31T23:59:59-01:00', '9999-12-31T23:59:59Z'],
];
const OTHERS = [
  null,
  undefined,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  1e300,
  -1e300,
  Infinity,
  -Infinity,
  [],
  {},
  ['x'],
  ['x', 'x'],
  { x: 1 },
  { 'a b': 'x' },
];

const listPoisons = (schema: z.ZodType): unknown[] => [
  ...STRINGS,
  ...OTHERS,
  ...listBounds(schema).flatMap((bound) => [
    ...[bound - 1, bound, bound + 1],
    Array<string>(Math.min(bound, 100) + 1).fill('session.created'),
  ]),
  // Bounds of numbers are left out: texts of a million characters would take a minute.
  ...listBounds(schema, '(?:min|max)Length').flatMap((bound) => [
    ...['a'.repeat(bound), 'a'.repeat(bound + 1), '🏠'.repeat(bound), '🏠'.repeat(bound + 1)],
  ]),
  ...listBounds(schema, 'maxProperties').map((bound) => nameFields(bound + 1)),
];

const nameFields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 'x']));

type Path = readonly string[];

const listPaths = (value: unknown, path: Path = []): Path[] => {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => listPaths(inner, [...path, key]))];
};

function replaceAt(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  const changed = replaceAt((value as Record<string, unknown>)[key], rest, by);
  return Array.isArray(value) ? value.with(Number(key), changed) : { ...(value as object), [key]: changed };
}

function addField(value: unknown, path: Path): unknown[] {
  const inner = path.reduce((from, key) => (from as Record<string, unknown>)[key], value);
  const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
  return isObject ? [replaceAt(value, [...path, 'color'], 'red')] : [];
}

/** Changes one place at a time; also adds a field to each object. */
function listVariants(part: 'query' | 'body', schema: z.ZodType): unknown[] {
  const samples =
    schema instanceof z.ZodOptional ? sampleSchema(schema.unwrap() as z.ZodType) : sampleSchema(schema);
  const poisons = listPoisons(schema);
  const variants = samples.flatMap((sample) =>
    listPaths(sample).flatMap((path) => [
      ...poisons.map((poison) => replaceAt(sample, path, poison)),
      ...addField(sample, path),
    ]),
  );
  const sent = part === 'query' ? variants.flatMap(asQuery) : variants.map((variant) => asJson(variant));
  return [...new Map(sent.map((variant) => [JSON.stringify(variant), variant])).values()];
}

const asJson = (value: unknown): unknown =>
  value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);

type Text = string | string[];
type Query = Record<string, Text | Record<string, Text>>;

const isText = (each: unknown): each is string => typeof each === 'string' && each.isWellFormed();
const isTexts = (each: unknown): each is Text =>
  isText(each) || (Array.isArray(each) && each.length > 1 && each.every(isText));
const isPairs = (each: unknown): each is Record<string, Text> =>
  typeof each === 'object' && each !== null && !Array.isArray(each) && Object.keys(each).length > 0;

/** A query arrives as texts, lists of repeated ones, and pairs of these. */
function asQuery(value: unknown): Query[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  const canBe = entries.every(
    ([, each]) => isTexts(each) || (isPairs(each) && Object.values(each).every(isTexts)),
  );
  return canBe ? [Object.fromEntries(entries) as Query] : [];
}

const listParameters = (query: Query): [string, string][] =>
  Object.entries(query).flatMap(([name, value]) => {
    if (isTexts(value)) return [value].flat().map((each): [string, string] => [name, each]);
    return Object.entries(value).flatMap(([key, texts]) =>
      [texts].flat().map((each): [string, string] => [`${name}[${key}]`, each]),
    );
  });

const service = createFakeService();

async function send(name: RouteName, { query = {}, body, ids = {}, headers = {} }: Sent) {
  const { method, path } = ROUTES[name] as FakeRoute;
  const examples: Record<string, string> = {
    token: 'k'.repeat(43),
    audit_chain_hash: 'a'.repeat(64),
    whiteboard_file: `${EXAMPLE_ID}.svg`,
    ...ids,
  };
  const url = new URL(
    path.replace(/:(\w+)/g, (_, id: string) => encodeURIComponent(examples[id] ?? EXAMPLE_ID)),
    'https://inspections.example.com',
  );
  for (const [key, value] of listParameters(query)) url.searchParams.append(key, value);
  const response = await service.fetch(url.href, {
    ...{ method, redirect: 'manual', signal: new AbortController().signal },
    headers: new Headers({
      authorization: 'Bearer fis_fake',
      'content-type': 'application/json',
      ...headers,
    }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { code, errors = [] } = (await response.json()) as {
    code: string;
    errors?: { path: string; code: string; message: string }[];
  };
  return {
    status: response.status,
    code,
    faults: errors.map((each): Fault => [each.path, each.code, each.message]).sort(),
  };
}
type Sent = {
  query?: Query;
  body?: unknown;
  ids?: Record<string, string>;
  headers?: Record<string, string>;
};

describe('a part of a request with something wrong at one of its places', () => {
  it.each(PARTS)('%s refuses or takes its %s as the contract does', async (name, part, { schema }) => {
    const rule = (ROUTES[name] as FakeRoute)[part] ?? ({ type: 'fields', fields: {} } as const);
    const seen = new Set<string>();
    for (const variant of listVariants(part, schema)) {
      const faults = listFaults(part, schema, variant).sort();
      const kinds = faults.map(([path, code]) => `${path.replace(/\.\d+(?=\.|$)/g, '.*')} ${code}`);
      const isNew = !kinds.every((kind) => seen.has(kind));
      for (const kind of kinds) seen.add(kind);
      if (faults.length === 0) {
        const parsed = schema.parse(variant);
        expect(judgeValue(rule, variant ?? {})).toEqual({ value: parsed ?? {}, faults: [] });
      } else if (isNew || part === 'query') {
        const answer = await send(name, part === 'query' ? { query: variant as never } : { body: variant });
        expect({ variant, ...answer }).toEqual({ variant, status: 400, code: 'validation_error', faults });
      } else {
        // A request takes ten times as long as its judgement, so a body is sent once for each kind of fault.
        const judged = judgeValue(rule, variant).faults.map(({ path, code, message }): Fault => {
          return [path === '' ? part : `${part}.${path}`, nameIssue(code), message];
        });
        expect({ variant, faults: judged.sort() }).toEqual({ variant, faults });
      }
    }
    // Every rule must have had an offence above.
    expect(listOffences(rule, part).filter((each) => !seen.has(each))).toEqual([]);
  });

  it.each(LISTED.map((listed) => [nameOf(listed), listed] as const))(
    '%s knows nothing by an id that can be none',
    async (name, { route }) => {
      const { shape = {} } = (route.pathParams ?? {}) as { shape?: Record<string, z.ZodType> };
      expect(Object.keys(shape)).toEqual([...route.path.matchAll(/:(\w+)/g)].map(([, id]) => id));
      for (const [id, schema] of Object.entries(shape)) {
        const wrong = STRINGS.filter(
          (value) => value !== '' && value.isWellFormed() && !schema.safeParse(value).success,
        );
        expect(wrong.length).toBeGreaterThan(20);
        for (const value of wrong)
          expect((await send(name, { ids: { [id]: value } })).code).toBe('not_found');
      }
    },
  );

  it('the join refuses a code that is too long', async () => {
    const headers = { 'x-join-otp': '1'.repeat(65) };
    const schema = z.object(
      LISTED.find(({ resource }) => resource === 'join')!.route.headers as z.ZodRawShape,
    );
    expect((await send('join.redeem', { headers })).faults).toEqual(listFaults('header', schema, headers));
  });
});
