import { Problem } from '@field-inspection/contract';
import type { Request } from 'express';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCredential } from '../features/credentials/create-credential.ts';
import { revokeCredential } from '../features/credentials/operate-credentials.ts';
import { createLogger } from '../platform/logger.ts';
import { ObjectStoreError } from '../platform/object-store/object-store.ts';
import { MAX_JSON_KEYS } from '@field-inspection/contract';
import { callApi, outcomeOf } from '../testing/call-api.ts';
import { cloneDatabase } from '../testing/clone-database.ts';
import { startDatabaseProxy } from '../testing/start-database-proxy.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { toApiError } from './problem.ts';

const SECRET = 'hunter2-5f0a';
const logLines: string[] = [];
let server: TestServer;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await cloneDatabase();
  drop = database.drop;
  proxy = await startDatabaseProxy(database.databaseUrl);
  const log = createLogger('info', { write: (line) => void logLines.push(line) });
  server = await startTestServer({ DATABASE_URL: proxy.databaseUrl }, { log });
});
afterAll(async () => {
  proxy.mend();
  await server.close();
  await proxy.close();
  await drop();
});

/** Sends a write while something it needs throws what it is told to. */
const createWhileSealFails = async (failure: () => never) => {
  const seal = vi.spyOn(server.context.keyring, 'seal').mockImplementation(failure);
  logLines.length = 0;
  const reply = await callApi(server, 'POST /sessions', { headers: { 'idempotency-key': SECRET } });
  seal.mockRestore();
  return reply;
};

describe('500', () => {
  it.each([
    [
      'an error',
      () => {
        throw new Error(`no: ${SECRET}`);
      },
    ],
    [
      'an error with a cause and more',
      () => {
        throw Object.assign(new TypeError('no', { cause: SECRET }), { meta: { row: SECRET } });
      },
    ],
    [
      'an error of several lines',
      () => {
        throw new Error(`row:\n  ${SECRET}\n${SECRET}`);
      },
    ],
    [
      'a string',
      () => {
        throw SECRET;
      },
    ],
  ])('tells nobody what failed: %s', async (_, failure) => {
    const reply = await createWhileSealFails(failure);
    expect(outcomeOf(reply)).toBe('500 internal_error');
    expect(Problem.parse(reply.body)).toEqual(reply.body);
    expect(reply.body.detail).toBe('The request could not be handled. Tell support the request_id.');
    expect(reply.text).not.toMatch(/hunter2|at .*\.ts/);
    expect(logLines.join('')).not.toContain(SECRET);
  });

  it('is logged under the request id with the place of the failure, and leaves nothing behind', async () => {
    const before = await server.context.database.prisma.session.count();
    const reply = await createWhileSealFails(() => {
      throw new RangeError(SECRET);
    });
    const failure = logLines.map(
      (line) => JSON.parse(line) as { msg: string; request_id: string; err: { name: string; stack: string } },
    );
    expect(failure.map(({ msg }) => msg)).toEqual(['request failed', 'request']);
    expect(failure[0]).toMatchObject({ request_id: reply.body.request_id, err: { name: 'RangeError' } });
    expect(failure[0]!.err.stack).toContain('write-once.ts');
    expect(await server.context.database.prisma.session.count()).toBe(before);
  });
});

describe('503', () => {
  afterEach(() => proxy.mend());

  it('is said with Retry-After while the database is away, and is over when it is back', async () => {
    const read = () => callApi(server, 'GET /sessions');
    expect((await read()).status).toBe(200);
    proxy.cut();
    for (const route of [
      'GET /sessions',
      'POST /sessions',
      'GET /campaigns/019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01',
    ]) {
      const reply = await callApi(server, route);
      expect(outcomeOf(reply)).toBe('503 unavailable');
      expect(Problem.parse(reply.body)).toEqual(reply.body);
      expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(reply.body.detail).not.toMatch(/ECONN|127\.0\.0\.1|prisma|postgres|terminated/i);
      for (const name of ['request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
        expect(reply.headers.get(name)).not.toBeNull();
      }
    }
    proxy.mend();
    expect((await read()).status).toBe(200);
  });

  it('is said where a statement waits too long for a lock, and the write is undone', async () => {
    const { id } = await server.client.sessions.create({ notes: 'first' });
    const holder = await server.context.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from sessions where id = $1 for update', [id]);
      const reply = await callApi(server, `PATCH /sessions/${id}`, { body: { notes: 'second' } });
      expect([outcomeOf(reply), reply.headers.get('retry-after')]).toEqual(['503 unavailable', '2']);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect((await server.client.sessions.get(id)).notes).toBe('first');
  });

  it('passes when every connection was ended at once, without a restart of this process', async () => {
    await server.context.database.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await vi.waitFor(async () => expect((await callApi(server, 'GET /sessions')).status).toBe(200), 30_000);
  });
});

describe('a validation error', () => {
  it('is as the contract has it: type and code of one anchor, each part with its path', async () => {
    const { body, headers } = await callApi(server, 'POST /sessions', { body: { notes: 1 } });
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(body).toEqual({
      type: `${server.baseUrl}/docs/errors#validation_error`,
      title: 'The request is not valid',
      status: 400,
      detail: expect.stringContaining('body.notes') as string,
      code: 'validation_error',
      request_id: headers.get('request-id'),
      errors: [{ path: 'body.notes', code: 'invalid_type', message: expect.any(String) as string }],
    });
  });

  it('names at most 50 parts: the reply stays smaller than the request', async () => {
    const body = Object.fromEntries(Array.from({ length: MAX_JSON_KEYS }, (_, index) => [`f${index}`, 1]));
    const reply = await callApi(server, 'POST /sessions', { body });
    expect([reply.status, reply.body.errors.length]).toEqual([400, 50]);
    expect(reply.text.length).toBeLessThan(20_000);
  });

  it('cuts a name that is as long as the body', async () => {
    const reply = await callApi(server, 'POST /sessions', { body: { ['x'.repeat(200_000)]: 1 } });
    expect(reply.status).toBe(400);
    expect(reply.text.length).toBeLessThan(2_000);
  });
});

describe('an error teaches', () => {
  const ID = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
  const detailOf = async (route: string, options: Parameters<typeof callApi>[2] = {}) =>
    (await callApi(server, route, options)).body.detail;

  it('malformed JSON is told at which line and column, and nothing of it comes back', async () => {
    const reply = await callApi(server, 'POST /sessions', { body: '{\n  "notes": "owner is Ada",\n}' });
    expect(outcomeOf(reply)).toBe('400 validation_error');
    expect(reply.body.detail).toBe(
      'The body is not valid JSON: at line 3, column 1 should stand a key in quotes.',
    );
    expect(reply.text).not.toMatch(/Ada|notes/);
  });

  it('an unknown field and an unknown parameter are told which one may be meant', async () => {
    expect(await detailOf('POST /sessions', { body: { note: 'a', colour: 1 } })).toBe(
      'body.note: is not known here; did you mean notes?; body.colour: is not known here',
    );
    expect(await detailOf('GET /sessions?limti=5')).toBe(
      'query.limti: is not known here; did you mean limit?',
    );
    expect(await detailOf(`GET /webhook-endpoints/${ID}?limit=5`)).toBe('query.limit: is not known here');
  });

  it('a date without an offset is told so, with an example', async () => {
    expect(await detailOf('POST /sessions', { body: { scheduled_for: '2026-12-01T10:00:00' } })).toBe(
      'body.scheduled_for: lacks its offset: end it with Z for UTC, or with one such as +01:00, as in 2026-11-20T14:30:00.000Z',
    );
  });

  it('a date that is none is told so once, and nothing about years besides', async () => {
    const reply = await callApi(server, 'POST /sessions', {
      body: { scheduled_for: '2026-13-45T00:00:00Z' },
    });
    expect(reply.body.errors).toHaveLength(1);
    expect(reply.body.detail).toMatch(/^body.scheduled_for: must be a date that exists with its time/);
  });

  it('a detail names its place as errors[] does, so that it can be read alone', async () => {
    const refusals: [string, unknown][] = [
      ['POST /sessions', { campaign: ID }],
      ['POST /sessions', { scheduled_for: '2020-01-01T00:00:00Z' }],
      ['POST /webhook-endpoints', { url: 'http://example.com' }],
      ['POST /sessions', { notes: 1 }],
      ['GET /sessions?limit=x', undefined],
    ];
    for (const [route, body] of refusals) {
      const reply = await callApi(server, route, body === undefined ? {} : { body });
      const { path, message } = reply.body.errors[0]!;
      expect(reply.body.detail).toBe(`${path}: ${message}`);
      expect(path).toMatch(/^(body|query)\./);
    }
  });

  it.each([
    ['GET', `/sessions/${ID}`, `There is no session ${ID}.`],
    ['GET', '/sessions/4711', 'There is no session 4711.'],
    ['POST', `/sessions/${ID}/end`, `There is no session ${ID}.`],
    ['GET', `/campaigns/${ID}`, `There is no campaign ${ID}.`],
    ['GET', `/webhook-endpoints/${ID}`, `There is no webhook endpoint ${ID}.`],
    ['GET', `/webhook-events/${ID}`, `There is no webhook delivery ${ID}.`],
    ['GET', '/sessions/%3Cscript%3E', 'There is no such session.'],
  ])('404 names what kind of thing and the id: %s %s', async (method, path, words) => {
    const reply = await callApi(server, `${method} ${path}`);
    expect([outcomeOf(reply), reply.body.detail]).toEqual(['404 not_found', words]);
  });

  it('404 of an invite never repeats its token', async () => {
    for (const token of ['x'.repeat(43), 'no-token']) {
      const response = await fetch(`${server.baseUrl}/v1/sessions/${ID}/join/${token}`);
      expect(await response.json()).toMatchObject({ code: 'not_found', detail: 'There is no such invite.' });
    }
  });

  it('401 has its own words for a missing header and for another scheme, and one body for every wrong key', async () => {
    const { organisationId } = server.seed;
    const made = {
      organisationId,
      name: '',
      scopes: ['sessions:read' as const],
      operatorEmail: 'a@example.com',
    };
    const revoked = await createCredential(server.context, made);
    await revokeCredential(server.context, { credentialId: revoked.id });
    const expired = await createCredential(server.context, made);
    await server.context.database.prisma.credential.updateMany({
      where: { id: expired.id },
      data: { expires_at: new Date(Date.parse('2020-01-01T00:00:00Z')) },
    });
    const ask = async (authorization?: string) => {
      const reply = await callApi(server, 'GET /sessions', {
        apiKey: null,
        headers: authorization === undefined ? {} : { authorization },
      });
      expect([outcomeOf(reply), reply.headers.get('www-authenticate')]).toEqual([
        '401 unauthenticated',
        'Bearer',
      ]);
      return reply.text.replace(/"request_id":"[^"]*"/, '');
    };
    expect(await ask()).toContain('This request has no such header.');
    for (const scheme of ['Basic YTpi', server.seed.apiKey, 'Token abc']) {
      expect(await ask(scheme)).toContain('This request has another scheme.');
    }
    const unknown = `${revoked.api_key.slice(0, -4)}AAAA`;
    const keys = ['', 'nonsense', 'a b', 'fis_', unknown, revoked.api_key, expired.api_key];
    const bodies = await Promise.all(keys.map((key) => ask(`Bearer ${key}`)));
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toContain('unknown, revoked, expired, not for this address or of a disabled member');
  });
});

it.each([
  ['ENOSPC', 'The storage of the evidence has no room left, and nothing was kept. Try again.'],
  ['EDQUOT', 'The storage of the evidence has no room left, and nothing was kept. Try again.'],
  ['EIO', 'The storage of the evidence does not answer. Try again.'],
])('a storage that fails with %s is said to be what it is', (code, words) => {
  const cause = Object.assign(new Error('at /data/objects'), { code });
  const {
    code: told,
    message,
    headers,
  } = toApiError(new ObjectStoreError('failed', { cause }), {} as Request);
  expect([told, message, headers]).toEqual(['unavailable', words, { 'Retry-After': '2' }]);
});
