import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findDeprecationFault } from './laws/deprecation.ts';
import { ERROR_CODES } from './shapes/errors.ts';
import { errorCodesOf, isList, listRoutes, type ListedRoute } from './list-routes.ts';
import { PUBLIC_ROOT, VERSIONED_ROOT } from './laws/roots.ts';
import { isBytes, type Route } from './route.ts';
import { SCOPES, STEP_UP_SCOPES } from './laws/policy.ts';
import { findLaxNumbers, findLaxStrings } from './testing/find-lax-strings.ts';
import { sampleSchema } from './testing/sample-schema.ts';

const routes = listRoutes().map((listed): [string, ListedRoute] => [
  `${listed.resource}.${listed.key}`,
  listed,
]);

const schemaOf = (part: unknown) => (part instanceof z.ZodType ? part : undefined);
const unwrap = (schema: z.ZodType) =>
  schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
const bodyOf = (route: Route) => schemaOf('body' in route ? route.body : undefined);
const successesOf = (route: Route) =>
  Object.entries(route.responses).map(([status, body]) => ({
    status,
    body: isBytes(body) ? body.body : body,
  }));

test('there are routes to hold the laws', () => {
  expect(routes.length).toBeGreaterThanOrEqual(23);
});

describe.each(routes)('%s', (_name, { route, policy, key }) => {
  test('states a policy that agrees with itself', () => {
    expect([
      'credential',
      'field_session',
      'signing_link',
      'signing_session',
      'reading_session',
      'none',
    ]).toContain(policy.auth);
    const isOwn = route.path === '/v1/me' || route.path.startsWith('/v1/me/');
    expect(policy.scope !== null).toBe(policy.auth === 'credential' && !isOwn);
    expect(policy.caller !== null).toBe(policy.auth === 'credential');
    if (isOwn) expect(policy.caller).toBe(route.path === '/v1/me' ? 'any' : 'member');
    const asks = STEP_UP_SCOPES.some((scope) => scope === policy.scope);
    const isWayIn = STEPPED_UP_FOR.includes(`${route.method} ${route.path}`);
    expect(policy.stepUp ?? false).toBe(isWayIn || (asks && policy.caller !== 'key'));
    if (policy.scope) expect(SCOPES).toContain(policy.scope);
    expect(policy.rateLimit).toBe(policy.auth === 'credential' ? 'credential' : 'address');
    expect(typeof policy.public).toBe('boolean');
  });

  test('takes an idempotency key exactly when it writes', () => {
    expect(policy.idempotent).toBe(route.method !== 'GET');
  });

  test('asks for a writing scope exactly when it writes', () => {
    if (policy.scope) expect(policy.scope.endsWith(':write')).toBe(route.method !== 'GET');
  });

  test('fails with codes of the table only, each named once', () => {
    expect(policy.errors.filter((code) => !ERROR_CODES.includes(code))).toEqual([]);
    expect(new Set(policy.errors).size).toBe(policy.errors.length);
    expect(errorCodesOf(route)).toEqual(expect.arrayContaining([...policy.errors]));
  });

  test('stays for 12 months at least once it is deprecated', () => {
    expect(policy.deprecated && findDeprecationFault(policy.deprecated)).toBeUndefined();
  });

  test('is below one of the two roots, with snake_case parameters that its schema names', () => {
    expect([PUBLIC_ROOT, VERSIONED_ROOT].some((root) => route.path.startsWith(`${root}/`))).toBe(true);
    const named = [...route.path.matchAll(/:([^/]+)/g)].map(([, name]) => name);
    const params = schemaOf(route.pathParams);
    expect(params instanceof z.ZodObject ? Object.keys(params.shape) : []).toEqual(named);
    expect(named.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(String(name)))).toEqual([]);
  });

  test('says what it does, in a summary and a sentence', () => {
    expect(route.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(route.description).toMatch(/\.$/);
  });

  test('answers with successes only, of statuses that the type system sees', () => {
    const statuses = successesOf(route).map(({ status }) => status);
    expect(statuses).not.toEqual([]);
    expect(statuses.filter((status) => !/^(2\d\d|302|304)$/.test(status))).toEqual([]);
    // A 206 is a part of the 200.
    expect(statuses.filter((status) => status.startsWith('2') && status !== '206')).toHaveLength(1);
    expect(route.strictStatusCodes).toBe(true);
  });

  test('names its body and its answer, so that the document shows each schema once', () => {
    const body = bodyOf(route);
    if (body) expect(unwrap(body).meta()?.id).toMatch(/^[A-Z][A-Za-z]+$/);
    for (const { status, body: answer } of successesOf(route)) {
      if (!['204', '302', '304'].includes(status))
        expect(schemaOf(answer)?.meta()?.id).toMatch(/^[A-Z][A-Za-z]+$/);
    }
  });

  test('is an envelope exactly when it lists, with limit and cursor but where the list is always whole', () => {
    const [answer] = successesOf(route).map(({ body }) => schemaOf(body));
    const fields = answer instanceof z.ZodObject ? Object.keys(answer.shape) : [];
    const isEnvelope = ['data', 'has_more', 'next_cursor'].every((field) => fields.includes(field));
    expect(isEnvelope).toBe(isList(route) || WHOLE_LISTS.includes(`${route.method} ${route.path}`));
    expect(key.startsWith('list')).toBe(isList(route));
    expect(policy.errors.includes('invalid_cursor')).toBe(isList(route));
    expect(answer instanceof z.ZodArray).toBe(false);
  });
});

/** By these a member adds a way to sign in, or takes one away. */
const STEPPED_UP_FOR = [
  'POST /v1/me/passkey/begin',
  'POST /v1/me/passkeys',
  'DELETE /v1/me/passkeys/:passkey_id',
];

/** Lists without pages: the number of roles, or of kinds of messages and locales, bounds them. */
const WHOLE_LISTS = ['GET /v1/org/roles', 'GET /v1/org/messages'];

describe.each(routes.filter(([, { route }]) => route.method !== 'GET'))(
  'the body of %s',
  (_name, { route }) => {
    const body = bodyOf(route) ?? z.never();

    test('takes its own samples', () => {
      for (const sample of sampleSchema(body)) expect(body.safeParse(sample).error).toBeUndefined();
    });

    test('refuses an unknown field and names it', () => {
      for (const sample of sampleSchema(body)) {
        const { error } = body.safeParse({ ...(sample as object), not_a_field: 1 });
        expect(error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['not_a_field'] }]);
      }
    });

    test('refuses U+0000 and lone surrogates in every string', () => {
      expect(findLaxStrings(body)).toEqual([]);
    });

    test('refuses a number that is none, or is beyond what is counted exactly, wherever one stands', () => {
      expect(findLaxNumbers(body)).toEqual([]);
    });

    test('may be absent exactly when every field may be', () => {
      expect(body.safeParse(undefined).success).toBe(isChange(route) ? false : body.safeParse({}).success);
    });

    test.each([[null], [[]], ['text'], [7]])('is an object: %j is refused', (value) => {
      expect(body.safeParse(value).success).toBe(false);
    });
  },
);

// A change without a body would change nothing: the caller has forgotten it.
const isChange = (route: Route) => route.method === 'PATCH';

describe.each(routes.filter(([, { route }]) => schemaOf(route.pathParams)))(
  'the path of %s',
  (_name, { route }) => {
    test('refuses what no id or token can hold', () => {
      expect(findLaxStrings(schemaOf(route.pathParams) ?? z.never())).toEqual([]);
    });
  },
);

describe.each(routes.filter(([, { route }]) => schemaOf(route.query)))(
  'the query of %s',
  (_name, { route }) => {
    const query = schemaOf(route.query) as z.ZodObject<Record<string, z.ZodType>>;
    const parts = Object.entries(query.shape);

    test('may be absent, and refuses an unknown parameter', () => {
      expect(query.safeParse({}).success).toBe(true);
      expect(query.safeParse({ not_a_parameter: '1' }).success).toBe(false);
    });

    test('refuses U+0000 and lone surrogates in every parameter', () => {
      expect(findLaxStrings(query)).toEqual([]);
    });

    test('refuses a parameter that is given twice', () => {
      const lax = parts.filter(([, part]) =>
        sampleSchema(part).some((value) => part.safeParse([value, value]).success),
      );
      expect(lax).toEqual([]);
    });

    test('takes an integer as plain digits only', () => {
      const integers = parts.filter(
        ([, part]) => typeof part.safeParse('7').data === 'number' && !part.safeParse('1.5').success,
      );
      if (isList(route)) expect(integers.map(([name]) => name)).toContain('limit');
      const lax = integers.filter(([, part]) => NO_INTEGERS.some((value) => part.safeParse(value).success));
      expect(lax).toEqual([]);
    });
  },
);

const NO_INTEGERS = [
  '',
  ' ',
  ' 1',
  '1 ',
  '+1',
  '-1',
  '1.0',
  '1e1',
  '0x10',
  '0b1',
  '1_0',
  '١',
  'NaN',
  'Infinity',
  7,
];

test('no two routes share a method and a path', () => {
  const paths = routes.map(([, { route }]) => `${route.method} ${route.path.replaceAll(/:[^/]+/g, ':')}`);
  expect(paths.filter((place, index) => paths.indexOf(place) !== index)).toEqual([]);
});

test('all routes of a resource are in one family', () => {
  const families = Map.groupBy(listRoutes(), ({ resource }) => resource);
  const mixed = [...families].filter(
    ([, members]) => new Set(members.map(({ route }) => route.path.startsWith(`${PUBLIC_ROOT}/`))).size > 1,
  );
  expect(mixed).toEqual([]);
});

test('no two schemas share a name', () => {
  const owners = new Map<string, z.ZodType>();
  const clashes = routes
    .flatMap(([, { route }]) => [bodyOf(route), ...successesOf(route).map(({ body }) => schemaOf(body))])
    .flatMap((schema) => (schema ? [unwrap(schema)] : []))
    .filter((schema) => {
      const name = String(schema.meta()?.id);
      const owner = owners.get(name) ?? schema;
      owners.set(name, owner);
      return owner !== schema;
    });
  expect(clashes).toEqual([]);
});

test('the spec paths of the public API and the join are all there', () => {
  const paths = listRoutes().map(({ route }) => `${route.method} ${route.path}`);
  expect(paths).toEqual(
    expect.arrayContaining([
      'POST /api/v1/public/sessions',
      'GET /api/v1/public/sessions',
      'GET /api/v1/public/sessions/:session_id',
      'POST /api/v1/public/sessions/:session_id/end',
      'POST /api/v1/public/sessions/:session_id/participants',
      'GET /v1/sessions/:session_id/join/:token',
      'GET /api/v1/public/webhook-endpoints',
      'POST /api/v1/public/webhook-endpoints',
      'GET /api/v1/public/webhook-endpoints/:endpoint_id',
      'PATCH /api/v1/public/webhook-endpoints/:endpoint_id',
      'DELETE /api/v1/public/webhook-endpoints/:endpoint_id',
      'GET /api/v1/public/webhook-events',
    ]),
  );
});
