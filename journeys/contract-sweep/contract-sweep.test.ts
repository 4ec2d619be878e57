import { SCOPES, type ListedRoute } from '@field-inspection/contract';
import { createCredential } from '@field-inspection/server/testing/create-credential';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { callRoute, withoutRequestId, type Reply } from './call-route.ts';
import { nameOf, openSweepWorld, ROUTES, type Ids, type SweepWorld } from './open-sweep-world.ts';
import { bodySchemaOf, listMalformedBodies } from './sample-body.ts';

const MISSING = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
const MISSING_IDS: Ids = {
  session_id: MISSING,
  invite_id: MISSING,
  campaign_id: MISSING,
  endpoint_id: MISSING,
  delivery_id: MISSING,
  token: 'A'.repeat(43),
};

let world: SweepWorld;
beforeAll(async () => {
  world = await openSweepWorld();
});
afterAll(() => world.server.close());

const call = (listed: ListedRoute, options: Parameters<typeof callRoute>[2]) =>
  callRoute(world.server.baseUrl, listed, options);
const withKey = ROUTES.filter(({ policy }) => policy.auth === 'credential');
const writes = ROUTES.filter(({ route }) => route.method !== 'GET');
const withIds = withKey.filter(({ route }) => route.path.includes('/:'));
const table = (routes: ListedRoute[]) => routes.map((listed) => [nameOf(listed), listed] as const);

describe('every route of the contract', () => {
  describe('401', () => {
    it.each(table(withKey))('%s refuses a call without a credential', async (_, listed) => {
      const reply = await call(listed, { ids: MISSING_IDS });
      expectProblem(reply, 401, 'unauthenticated');
      expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    });
  });

  describe('403', () => {
    it.each(table(withKey))('%s refuses a credential with every scope but its own', async (_, listed) => {
      const { organisationId } = world.server.seed;
      const scopes = SCOPES.filter((scope) => scope !== listed.policy.scope);
      const { api_key } = await createCredential(world.server.context, {
        organisationId,
        name: 'sweep',
        scopes,
        operatorEmail: 'operator@example.com',
      });
      expectProblem(await call(listed, { ids: MISSING_IDS, apiKey: api_key }), 403, 'permission_denied');
    });
  });

  describe('404', () => {
    it.each(table(withIds))("%s answers another organisation's id like a missing one", async (_, listed) => {
      const foreign = await world.makeIds(world.other, listed);
      const { apiKey } = world.server.seed;
      const reply = await call(listed, { ids: foreign, apiKey });
      expectProblem(reply, 404, 'not_found');
      const missing = await call(listed, { ids: MISSING_IDS, apiKey });
      expect(missing.status).toBe(404);
      expect(withoutRequestId(reply.body)).toEqual(withoutRequestId(missing.body));
      const malformed = await call(listed, { ids: mapIds(() => 'not-an-id'), apiKey });
      expect(withoutRequestId(malformed.body)).toEqual(withoutRequestId(missing.body));
    });
  });

  describe('400', () => {
    it.each(table(writes))('%s refuses an unknown field by name', async (_, listed) => {
      const reply = await callValid(listed, { rawBody: '{"no_such_field":1}' });
      expectProblem(reply, 400, 'validation_error');
      expect(pathsOf(reply)).toContain('body.no_such_field');
    });

    it.each(
      table(writes.filter(({ route }) => Object.keys(bodySchemaOf(route)?.properties ?? {}).length > 0)),
    )('%s refuses a wrong type of each field by name', async (_, listed) => {
      for (const field of Object.keys(bodySchemaOf(listed.route)!.properties!)) {
        const reply = await callValid(listed, { rawBody: JSON.stringify({ [field]: { wrong: true } }) });
        expectProblem(reply, 400, 'validation_error');
        expect(pathsOf(reply).some((path) => path.startsWith(`body.${field}`))).toBe(true);
      }
    });

    it.each(table(writes))(
      '%s refuses 50 malformed bodies, each with a path',
      { timeout: 60_000 },
      async (_, listed) => {
        const ids = await world.makeIds(world.server.seed, listed);
        const bodies = listMalformedBodies(listed.route, 50);
        expect(bodies.length).toBeGreaterThanOrEqual(50);
        for (const rawBody of bodies) {
          const reply = await call(listed, { ids, apiKey: world.server.seed.apiKey, rawBody });
          expect([reply.status, rawBody.slice(0, 80)]).toEqual([400, rawBody.slice(0, 80)]);
          expect(pathsOf(reply)[0]).toMatch(/^body/);
        }
        expect(({} as Record<string, unknown>).wrong).toBeUndefined();
      },
    );

    it.each(table(ROUTES.filter(({ route }) => route.query !== undefined)))(
      '%s refuses an unknown, a repeated and a malformed query parameter by name',
      async (_, listed) => {
        const ids = await world.makeIds(world.server.seed, listed);
        for (const [query, path] of [
          ['no_such=1', 'query.no_such'],
          ['limit=1&limit=2', 'query.limit'],
          ['limit=0x10', 'query.limit'],
          ['limit=101', 'query.limit'],
        ]) {
          const route = { ...listed.route, path: `${listed.route.path}?${query}` };
          const reply = await call({ ...listed, route }, { ids, apiKey: world.server.seed.apiKey });
          expectProblem(reply, 400, 'validation_error');
          expect(pathsOf(reply)).toContain(path);
        }
      },
    );
  });

  describe('400, query', () => {
    it.each(table(ROUTES.filter(({ route }) => route.query === undefined)))(
      '%s refuses a query parameter by name',
      async (_, listed) => {
        const route = { ...listed.route, path: `${listed.route.path}?no_such=1` };
        const reply = await callValid({ ...listed, route }, {});
        expectProblem(reply, 400, 'validation_error');
        expect(pathsOf(reply)).toEqual(['query.no_such']);
      },
    );
  });

  describe('405', () => {
    it.each(table(ROUTES))('%s answers a wrong method with Allow', async (_, listed) => {
      const allowed = ROUTES.filter(({ route }) => route.path === listed.route.path).map(
        ({ route }) => route.method as string,
      );
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
        (name) => !allowed.includes(name),
      )) {
        const reply = await call(listed, {
          ids: MISSING_IDS,
          apiKey: world.server.seed.apiKey,
          method,
          rawBody: null,
        });
        expectProblem(reply, 405, 'method_not_allowed');
        const allow = reply.headers.get('allow')!.split(', ');
        expect(allow).toEqual(expect.arrayContaining(allowed));
      }
    });
  });

  describe('415', () => {
    it.each(table(writes))('%s refuses a body that is not JSON', async (_, listed) => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/json; charset=latin1',
      ]) {
        const reply = await callValid(listed, { rawBody: '{}', headers: { 'content-type': type } });
        expectProblem(reply, 415, 'unsupported_media_type');
      }
    });
  });

  describe('2xx', () => {
    it.each(table(ROUTES))('%s answers as the contract says, with its headers', async (_, listed) => {
      const reply = await callValid(listed, {});
      expect(Object.keys(listed.route.responses)).toContain(String(reply.status));
      expectCommonHeaders(reply);
      const schema = listed.route.responses[reply.status] as z.ZodType | symbol;
      if (typeof schema === 'symbol') expect(reply.text).toBe('');
      else expect(schema.parse(reply.body)).toEqual(reply.body);
    });

    it.each(table(writes))(
      '%s replays under its key: same status and body, fresh request id',
      async (_, listed) => {
        const ids = await world.makeIds(world.server.seed, listed);
        const key = `sweep ${nameOf(listed)}`;
        const options = { ids, apiKey: world.server.seed.apiKey, headers: { 'idempotency-key': key } };
        const first = await call(listed, options);
        const second = await call(listed, options);
        expect(first.status).toBeLessThan(300);
        expect([second.status, second.text]).toEqual([first.status, first.text]);
        expect(first.headers.get('idempotent-replayed')).toBeNull();
        expect(second.headers.get('idempotent-replayed')).toBe('true');
        for (const reply of [first, second]) expect(reply.headers.get('idempotency-key')).toBe(key);
        expect(second.headers.get('request-id')).not.toBe(first.headers.get('request-id'));
      },
    );
  });
});

const callValid = async (listed: ListedRoute, options: Partial<Parameters<typeof callRoute>[2]>) =>
  call(listed, {
    ids: await world.makeIds(world.server.seed, listed),
    apiKey: world.server.seed.apiKey,
    ...options,
  });

const mapIds = (value: () => string): Ids =>
  Object.fromEntries(Object.keys(MISSING_IDS).map((name) => [name, value()])) as Ids;

const expectProblem = (reply: Reply, status: number, code: string): void => {
  expect([reply.status, (reply.body as { code: string }).code]).toEqual([status, code]);
  expect(reply.headers.get('content-type')).toContain('application/problem+json');
  expect(reply.body).toMatchObject({ status, request_id: reply.headers.get('request-id') });
  expectCommonHeaders(reply);
};

const expectCommonHeaders = ({ headers }: Reply): void => {
  expect(headers.get('request-id')).toMatch(/^[\w-]{8,64}$/);
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    expect(headers.get(name)).toMatch(/^\d+$/);
  }
  expect(headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/);
};

const pathsOf = (reply: Reply): string[] =>
  ((reply.body as { errors?: { path: string }[] }).errors ?? []).map(({ path }) => path);
