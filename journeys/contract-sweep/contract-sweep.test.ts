import { isBytes, SCOPES } from '@field-inspection/contract';
import { createCredential } from '@field-inspection/server/testing/create-credential';
import { joinByLink } from '@field-inspection/server/testing/join-by-link';
import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { callOperation, withoutRequestId, type CallOptions } from '../requests/call-operation.ts';
import { MISSING_IDS, namesInPath, type Ids } from '../requests/ids.ts';
import {
  listMalformedBodies,
  listMalformedQueries,
  listQuotedBodies,
  listQuotedQueries,
} from '../requests/malformed.ts';
import { ROUTES, type RouteOperation } from '../requests/operations.ts';
import { coversMediaType } from '../requests/validate-reply.ts';
import { expectCommonHeaders, expectProblem, pathsOf } from './expect-problem.ts';
import type { Target } from './make-target.ts';
import { openSweepWorld, type SweepWorld } from './open-sweep-world.ts';

const MAX_JSON_BYTES = 256 * 1024;

let world: SweepWorld;
let tokens: { credential: string; field_session: string; others: string[] };
beforeAll(async () => {
  world = await openSweepWorld();
  const { invite } = await mintInviteFor(world.server, {});
  const { body } = await joinByLink(invite.join_url);
  tokens = {
    credential: world.server.seed.apiKey,
    field_session: body.field_session_token,
    others: [new URL(invite.join_url).hash.slice(1), body.media_connection.token],
  };
});
afterAll(() => world.close());

const call = (operation: RouteOperation, options: CallOptions) =>
  callOperation(world.server.baseUrl, operation, options);
const makeOwn = (operation: RouteOperation): Promise<Target> =>
  world.makeTarget(world.server.seed, operation);
const guarded = ROUTES.filter(({ auth }) => auth !== 'none');
const withKey = ROUTES.filter(({ auth }) => auth === 'credential');
// A key needs no scope to hear who it is.
const limited = withKey.filter(({ name }) => name !== 'me.get');
const writes = ROUTES.filter(({ method }) => method !== 'GET');
const jsonWrites = writes.filter(({ content }) => content === 'json');
const withIds = guarded.filter(({ path }) => path.includes('/:'));
const withQuery = ROUTES.filter(({ query }) => query !== undefined);
const table = (operations: readonly RouteOperation[]) =>
  operations.map((operation) => [operation.name, operation] as const);

describe('every route of the contract', () => {
  describe('401', () => {
    it.each(table(guarded))(
      '%s refuses a call without a token, and with one of another kind',
      async (_, operation) => {
        const other = operation.auth === 'credential' ? tokens.field_session : tokens.credential;
        for (const bearer of [undefined, other, ...tokens.others, 'A'.repeat(43)]) {
          const reply = await call(operation, { ids: MISSING_IDS, bearer });
          expectProblem(reply, 401, 'unauthenticated');
          expect(reply.headers.get('www-authenticate')).toBe('Bearer');
        }
      },
    );
  });

  describe('403', () => {
    it.each(table(limited))('%s refuses a credential with every scope but its own', async (_, operation) => {
      const { organisationId } = world.server.seed;
      const scopes = SCOPES.filter((scope) => scope !== operation.listed.policy.scope);
      const { api_key } = await createCredential(world.server.context, {
        organisationId,
        name: 'sweep',
        scopes,
        operatorEmail: 'operator@example.com',
      });
      expectProblem(await call(operation, { ids: MISSING_IDS, bearer: api_key }), 403, 'permission_denied');
    });
  });

  describe('404', () => {
    it.each(table(withIds))(
      "%s answers ids that are not the caller's like missing ones",
      async (_, operation) => {
        const { ids, ...who } = await makeOwn(operation);
        const missing = await call(operation, { ...who, ids: MISSING_IDS });
        expectProblem(missing, 404, 'not_found');
        const abroad = (await world.makeTarget(world.other, operation)).ids;
        const nextDoor = (await makeOwn(operation)).ids;
        // The same picture has the same hash, whoever took it.
        const names = namesInPath(operation.path).filter((name) => name !== 'hash');
        // A field person may not use a neighbour's objects; a credential may, but not under another session or
        // endpoint.
        const isNeighbourForeign = operation.auth === 'field_session' || names.length > 1;
        expectProblem(await call(operation, { ...who, ids: mapIds(() => 'not-an-id') }), 404, 'not_found');
        const swap = (name: string, from: Ids) => ({ ...ids, [name]: from[name as keyof Ids] });
        // Ids of another organisation, then in the same places ids of nobody.
        const tries = [
          [abroad, MISSING_IDS],
          ...names.map((name) => [swap(name, abroad), swap(name, MISSING_IDS)]),
          ...(isNeighbourForeign ? names.map((name) => [swap(name, nextDoor), swap(name, MISSING_IDS)]) : []),
        ] as [Ids, Ids][];
        for (const [foreign, nobodys] of tries) {
          const reply = await call(operation, { ...who, ids: foreign });
          expectProblem(reply, 404, 'not_found');
          const absent = await call(operation, { ...who, ids: nobodys });
          expect(withoutIds(reply.body)).toEqual(withoutIds(absent.body));
        }
      },
    );
  });

  describe('400', () => {
    it.each(table(jsonWrites))('%s refuses an unknown field by name', async (_, operation) => {
      const reply = await callValid(operation, { rawBody: '{"no_such_field":1}' });
      expectProblem(reply, 400, 'validation_error');
      expect(pathsOf(reply)).toContain('body.no_such_field');
    });

    it.each(table(jsonWrites.filter(({ body }) => Object.keys(body?.properties ?? {}).length > 0)))(
      '%s refuses a wrong type of each field by name',
      async (_, operation) => {
        const target = await makeOwn(operation);
        for (const field of Object.keys(operation.body!.properties!)) {
          const rawBody = JSON.stringify({ [field]: { wrong: true } });
          const reply = await call(operation, { ...target, rawBody });
          expectProblem(reply, 400, 'validation_error');
          expect(pathsOf(reply).some((path) => path.startsWith(`body.${field}`))).toBe(true);
        }
      },
    );

    it.each(table(jsonWrites))('%s refuses 50 malformed bodies, each with a path', async (_, operation) => {
      const target = await makeOwn(operation);
      const bodies = listMalformedBodies(operation, 50);
      expect(bodies.length).toBeGreaterThanOrEqual(50);
      for (const rawBody of bodies) {
        const reply = await call(operation, { ...target, rawBody });
        expect([reply.status, rawBody.slice(0, 80)]).toEqual([400, rawBody.slice(0, 80)]);
        expect(pathsOf(reply)[0]).toMatch(/^body/);
      }
      expect(({} as Record<string, unknown>).wrong).toBeUndefined();
    });

    it.each(table([...jsonWrites, ...withQuery]))(
      '%s takes quotes in each of its texts for text, or refuses them: no statement breaks',
      async (_, operation) => {
        const target = await makeOwn(operation);
        const answers: number[] = [];
        for (const rawBody of listQuotedBodies(operation, target.ids))
          answers.push((await call(operation, { ...target, rawBody })).status);
        for (const query of listQuotedQueries(operation))
          answers.push((await call(operation, { ...target, query })).status);
        expect(answers.filter((status) => status >= 500)).toEqual([]);
      },
    );

    it.each(table(withQuery))(
      '%s refuses an unknown, a repeated and a malformed query parameter by name',
      async (_, operation) => {
        const target = await makeOwn(operation);
        for (const [query, path] of listMalformedQueries(operation)) {
          const reply = await call(operation, { ...target, query });
          expectProblem(reply, 400, 'validation_error');
          expect(pathsOf(reply)).toContain(path);
        }
      },
    );
  });

  describe('400, query', () => {
    it.each(table(ROUTES.filter(({ query }) => query === undefined)))(
      '%s refuses a query parameter by name',
      async (_, operation) => {
        const reply = await callValid(operation, { query: 'no_such=1' });
        expectProblem(reply, 400, 'validation_error');
        expect(pathsOf(reply)).toEqual(['query.no_such']);
      },
    );
  });

  describe('405', () => {
    it.each(table(ROUTES))('%s answers a wrong method with Allow', async (_, operation) => {
      const allowed = ROUTES.filter(({ path }) => path === operation.path).map(({ method }) => method);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
        (name) => !allowed.includes(name),
      )) {
        const reply = await call(operation, {
          ids: MISSING_IDS,
          bearer: world.server.seed.apiKey,
          method,
          rawBody: null,
        });
        expectProblem(reply, 405, 'method_not_allowed');
        const allow = reply.headers.get('allow')!.split(', ');
        expect(allow).toEqual(expect.arrayContaining(allowed));
      }
    });
  });

  describe('413', () => {
    it.each(table(writes))('%s refuses a body that is announced as too large', async (_, operation) => {
      const { content, maxJsonBytes = MAX_JSON_BYTES } = operation.listed.policy;
      const reply = await callValid(operation, { announcedBytes: (content?.maxBytes ?? maxJsonBytes) + 1 });
      expectProblem(reply, 413, 'payload_too_large');
      expect(reply.headers.get('connection')).toBe('close');
    });
  });

  describe('415', () => {
    it.each(table(writes))('%s refuses a body of another type, or an encoded one', async (_, operation) => {
      const target = await makeOwn(operation);
      const wrong = [
        { 'content-type': 'text/plain' },
        { 'content-type': 'application/x-www-form-urlencoded' },
        { 'content-type': operation.content === 'photo' ? 'video/mp4' : 'image/jpeg' },
        {
          'content-type':
            operation.content === 'photo' ? 'application/json' : 'application/json; charset=latin1',
        },
        { 'content-encoding': 'gzip' },
      ];
      for (const headers of wrong) {
        expectProblem(await call(operation, { ...target, headers }), 415, 'unsupported_media_type');
      }
    });
  });

  describe('2xx', () => {
    it.each(table(ROUTES))('%s answers as the contract says, with its headers', async (_, operation) => {
      const reply = await callValid(operation, {});
      expect(Object.keys(operation.listed.route.responses)).toContain(String(reply.status));
      expectCommonHeaders(reply);
      const schema = operation.listed.route.responses[reply.status] as z.ZodType | symbol;
      if (typeof schema === 'symbol') return expect(reply.text).toBe('');
      if (!isBytes(schema)) return expect(schema.parse(reply.body)).toEqual(reply.body);
      expect(reply.bytes.length).toBeGreaterThan(0);
      const type = reply.headers.get('content-type')!;
      expect(coversMediaType(schema.contentType, type)).toBe(true);
      // Nobody can guess a text's charset.
      if (/^text\/|\+xml/.test(type)) expect(type).toMatch(/; charset=utf-8(;|$)/);
    });

    // A reply is kept for a caller alone, and never of a preview: repeated requests of these are done again.
    // Nobody repeats a request that ended its own session.
    const NOT_REPEATED = ['branding.preview', 'me.signOut', 'me.stepUp', 'me.stepUpByPasskey'];
    const isKept = ({ auth, name }: RouteOperation) => auth !== 'none' && !NOT_REPEATED.includes(name);
    it.each(table(writes.filter(isKept)))(
      '%s replays under its key: same status and body, fresh request id',
      async (_, operation) => {
        const key = `sweep ${operation.name}`;
        const options = { ...(await makeOwn(operation)), headers: { 'idempotency-key': key } };
        const first = await call(operation, options);
        const second = await call(operation, options);
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

const withoutIds = (body: Parameters<typeof withoutRequestId>[0]) => {
  const { detail, ...rest } = withoutRequestId(body) as { detail: string };
  return { ...rest, detail: detail.replace(/^(There is no [a-z ]+) [\w.-]+\.$/, '$1.') };
};

const callValid = async (operation: RouteOperation, options: Partial<CallOptions>) =>
  call(operation, { ...(await makeOwn(operation)), ...options });

const mapIds = (value: () => string): Ids =>
  Object.fromEntries(Object.keys(MISSING_IDS).map((name) => [name, value()])) as Ids;
