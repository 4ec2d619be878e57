import { Problem } from '@field-inspection/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../platform/logger.ts';
import { callApi, outcomeOf } from '../testing/call-api.ts';
import { cloneDatabase } from '../testing/clone-database.ts';
import { startDatabaseProxy } from '../testing/start-database-proxy.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

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

  it(
    'is said where a statement waits too long for a lock, and the write is undone',
    { timeout: 30_000 },
    async () => {
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
    },
  );

  it('passes when every connection was ended at once, without a restart of this process', async () => {
    await server.context.database.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await vi.waitFor(async () => expect((await callApi(server, 'GET /sessions')).status).toBe(200));
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
    const body = JSON.stringify(
      Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`f${index}`, 1])),
    );
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
