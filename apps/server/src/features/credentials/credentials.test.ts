import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { seedOrganisation, unknownApiKey } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { createCredential } from './create-credential.ts';
import { listCredentials, revokeCredential } from './operate-credentials.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const make = (more: Partial<Parameters<typeof createCredential>[1]> = {}) =>
  createCredential(server.context, {
    organisationId: server.seed.organisationId,
    name: 'CI',
    scopes: ['sessions:read'],
    operatorEmail: 'ci@example.com',
    ...more,
  });
const read = (apiKey: string) => callApi(server, 'GET /sessions', { apiKey });
const inMs = (ms: number) => new Date(Date.now() + ms);

describe('a credential', () => {
  it('works at once, for its scopes alone', async () => {
    const { api_key } = await make();
    expect((await read(api_key)).status).toBe(200);
    expect(outcomeOf(await callApi(server, 'POST /sessions', { apiKey: api_key }))).toBe(
      '403 permission_denied',
    );
  });

  it('gives its operator to the sessions it creates', async () => {
    const { api_key } = await make({ scopes: ['sessions:write'], operatorEmail: 'grace@example.com' });
    expect((await callApi(server, 'POST /sessions', { apiKey: api_key })).body.operator_email).toBe(
      'grace@example.com',
    );
  });

  it('is kept as a hash: its key is nowhere in the database', async () => {
    const { api_key } = await make();
    await read(api_key);
    const { rows } = await server.context.database.pool.query<{ table: string }>(
      `select format('%I.%I', schemaname, tablename) as table from pg_tables where schemaname in ('public', 'graphile_worker')`,
    );
    expect(rows.length).toBeGreaterThan(15);
    for (const { table } of rows) {
      const found = await server.context.database.pool.query(
        `select 1 from ${table} t where t::text like '%' || $1 || '%'`,
        [api_key.slice(4)],
      );
      expect([table, found.rowCount]).toEqual([table, 0]);
    }
  });

  it('is refused from the moment it is revoked, and the first time stays', async () => {
    const { id, api_key } = await make();
    expect((await read(api_key)).status).toBe(200);
    const revoked = await revokeCredential(server.context, { credentialId: id });
    expect(outcomeOf(await read(api_key))).toBe('401 unauthenticated');
    server.clock.advance(1_000);
    expect(await revokeCredential(server.context, { credentialId: id })).toEqual(revoked);
  });

  it('is refused from the moment it expires, by the clock of the database', async () => {
    expect(outcomeOf(await read((await make({ expiresAt: inMs(-1) })).api_key))).toBe('401 unauthenticated');
    expect((await read((await make({ expiresAt: inMs(600_000) })).api_key)).status).toBe(200);
  });

  it('that is malformed, unknown, revoked or expired gets one and the same answer; one that is missing has its own words', async () => {
    const revoked = await make();
    await revokeCredential(server.context, { credentialId: revoked.id });
    const expired = await make({ expiresAt: inMs(-1) });
    const keys = ['', 'fis_x', unknownApiKey(server.context), revoked.api_key, expired.api_key];
    const replies = await Promise.all(keys.map((apiKey) => callApi(server, 'GET /sessions', { apiKey })));
    const answers = replies.map(({ status, headers, body }) => {
      const { request_id: _, ...problem } = body;
      return JSON.stringify([status, headers.get('www-authenticate'), problem]);
    });
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^\[401,"Bearer"/);
    const { status, body } = await callApi(server, 'GET /sessions', { apiKey: null });
    expect([status, body['detail']]).toEqual([401, expect.stringContaining('has no such header')]);
  });

  it.each([
    ['Bearer', '200'],
    ['bearer', '200'],
    ['BEARER ', '200'],
    ['Basic', '401 unauthenticated'],
    ['', '401 unauthenticated'],
    ['Bearer x', '401 unauthenticated'],
  ])('comes with the scheme %j: %s', async (scheme, outcome) => {
    const headers = { authorization: `${scheme} ${server.seed.apiKey}` };
    expect(outcomeOf(await callApi(server, 'GET /sessions', { apiKey: null, headers }))).toBe(outcome);
  });
});

describe('listCredentials', () => {
  it("shows the organisation's, oldest first, without anything of their keys", async () => {
    const { organisationId } = await seedOrganisation(server.context);
    server.clock.advance(1_000);
    const { id, api_key } = await make({ organisationId, name: 'second', rateLimit: 90 });
    const listed = await listCredentials(server.context, { organisationId });
    expect(listed.map(({ name }) => name)).toEqual(['test', 'second']);
    expect(listed[1]).toEqual({
      id,
      name: 'second',
      scopes: ['sessions:read'],
      operator_email: 'ci@example.com',
      rate_limit: 90,
      created_at: server.clock.now(),
      last_used_at: null,
      expires_at: null,
      revoked_at: null,
      allowed_networks: [],
      last_refused_at: null,
      last_refused_address: null,
    });
    expect(JSON.stringify(listed)).not.toContain(api_key.slice(4, 20));
  });
});

describe('revokeCredential', () => {
  it('is undefined for one that is missing', async () => {
    expect(
      await revokeCredential(server.context, { credentialId: server.context.ids.next() }),
    ).toBeUndefined();
  });
});
