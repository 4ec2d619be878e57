import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { callApi } from '../testing/call-api.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { waitForLock } from '../testing/wait-for-lock.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  for (const event_types of [[], ['session.created'], ['session.expired']]) {
    await server.context.database.prisma.webhookEndpoint.create({
      data: {
        organisation_id: server.seed.organisationId,
        id: server.context.ids.next(),
        url: 'https://example.com/hooks',
        description: '',
        secret_sealed: '',
        event_types,
        created_at: server.clock.now(),
      },
    });
  }
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
});

/** Every statement that the connections of this process send meanwhile. */
const statementsOf = async (work: () => Promise<{ status: number }>, status: number): Promise<string[]> => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  expect((await work()).status).toBe(status);
  return query.mock.calls.map(([statement]) =>
    (typeof statement === 'string' ? statement : (statement as { text: string }).text).trim(),
  );
};
const isFrame = (statement: string) => /^(begin|commit|rollback)\b/i.test(statement);
/** Gives the statements between begin and commit; authentication comes before them. */
const withinOf = (statements: string[]) => {
  const [begin, commit] = [/^begin/i, /^commit/i].map((word) =>
    statements.findIndex((statement) => word.test(statement)),
  );
  return statements.slice(begin! + 1, commit);
};
const create = (headers: Record<string, string> = {}, body: object = { notes: 'roof' }) =>
  callApi(server, 'POST /sessions', { headers, body });

describe('the statements of a request', () => {
  it('authentication and both rate limits are exactly one', async () => {
    const statements = await statementsOf(() => callApi(server, 'GET /sessions'), 200);
    expect(statements.filter((statement) => /rate_windows|credential_keys/.test(statement))).toHaveLength(1);
    expect(statements).toHaveLength(2);
  });

  it('a well-formed unknown key costs one, which writes nothing, and a malformed one none', async () => {
    const statements = await statementsOf(() => callApi(server, 'GET /sessions', { apiKey: 'fis_x' }), 401);
    expect(statements).toEqual([]);
  });

  it('a list is planned for its filters, without a name; all else that has values is kept under one', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await callApi(server, 'GET /sessions?status=closed');
    const { body } = await create();
    await callApi(server, `GET /sessions/${body['id'] as string}`);
    await callApi(server, `POST /sessions/${body['id'] as string}/end`);
    const sent = query.mock.calls.map(([statement]) => statement as unknown as pg.QueryConfig);
    const unnamed = sent.filter(({ name, values }) => !name && values && values.length > 0);
    expect(unnamed.map(({ text }) => text)).toEqual([expect.stringContaining('status = $')]);
    expect(sent.filter(({ name }) => name).length).toBeGreaterThan(8);
  });

  it('POST /sessions under a key is two beside begin and commit, one add_jobs among them', async () => {
    const scheduled_for = new Date(server.clock.now().getTime() + 72 * 3_600_000).toISOString();
    const statements = await statementsOf(() => create({ 'idempotency-key': 'one' }, { scheduled_for }), 201);
    const within = withinOf(statements);
    expect(within).toHaveLength(2);
    expect(within.join('\n').match(/graphile_worker\.add_jobs/g)).toHaveLength(1);
    expect(statements.filter((statement) => !isFrame(statement))).toHaveLength(3);
  });

  it('POST /sessions without a key is two: the lock of its right comes first, in a statement of its own', async () => {
    const within = withinOf(await statementsOf(() => create(), 201));
    expect(within).toHaveLength(2);
    expect(within[0]).toMatch(/^select pg_advisory_xact_lock_shared\(\$1\)::text/);
  });

  it('POST /v1/sessions with callbacks under a key is six beside begin and commit, one notification among them', async () => {
    const createInspection = (key: string) =>
      fetch(`${server.baseUrl}/v1/sessions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server.seed.apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify({ callbacks: { 'session.created': 'https://example.com/hooks' } }),
      });
    // The first inspection makes the callback secret.
    await createInspection('first');
    const within = withinOf(await statementsOf(() => createInspection('second'), 201));
    expect(within).toHaveLength(6);
    expect(within.join('\n').match(/pg_notify/g)).toHaveLength(1);
    expect(within.join('\n')).not.toContain('add_jobs');
  });

  it('a replay is one: the kept reply is found before the lock', async () => {
    await create({ 'idempotency-key': 'two' });
    const within = withinOf(await statementsOf(() => create({ 'idempotency-key': 'two' }), 201));
    expect(within).toHaveLength(1);
    expect(within.join('\n')).not.toMatch(/add_jobs|insert/i);
  });

  it('a call whose key is in flight is one, the claim, and no transaction while it looks for the reply', async () => {
    const holder = await server.context.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from organisations where id = $1 for update', [
        server.seed.organisationId,
      ]);
      const first = create({ 'idempotency-key': 'three' });
      await waitForLock(server.context);
      const refused = await statementsOf(() => create({ 'idempotency-key': 'three' }), 409);
      const [begin, rollback] = [/^begin/i, /^rollback/i].map((word) =>
        refused.findIndex((statement) => word.test(statement)),
      );
      expect(rollback! - begin! - 1).toBe(1);
      expect(refused.filter((statement) => /^begin/i.test(statement))).toHaveLength(1);
      await holder.query('commit');
      expect((await first).status).toBe(201);
    } finally {
      holder.release();
    }
  });

  it('an end is five, and on a closed session three: its right is judged there, too', async () => {
    const { id } = await server.client.sessions.create({});
    const end = () => callApi(server, `POST /sessions/${id}/end`);
    expect(withinOf(await statementsOf(end, 200))).toHaveLength(5);
    vi.restoreAllMocks();
    expect(withinOf(await statementsOf(end, 200))).toHaveLength(3);
  });
});
