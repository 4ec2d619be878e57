import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callApi } from '../../testing/call-api.ts';
import { joinSession } from '../../testing/join-session.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const device = await joinSession(server);
  await callApi(server, `GET /sessions/${device.sessionId}`);
  await device.call('GET', '/session');
  // autovacuum analyses tables in this way, after plans were made on small ones.
  for (const table of ['sessions', 'participants']) {
    await server.context.database.pool.query(
      `
      insert into ${table}
      select grown.* from ${table} t, generate_series(1, 5000) n,
        jsonb_populate_record(t, jsonb_build_object('id', md5(n::text)::uuid)) grown
      where t.organisation_id = $1
      `,
      [server.seed.organisationId],
    );
    await server.context.database.pool.query(`analyze ${table}`);
  }
});
afterAll(() => server.close());

it.each([
  [
    'count-key',
    `'\\x00', 60, 1, '192.0.2.1'`,
    ['credential_keys_pkey', 'credentials_pkey', 'organisations_pkey'],
  ],
  ['find-session', `'${randomUUID()}', '${randomUUID()}'`, ['sessions_(pkey|id_idx)']],
  [
    'find-field-caller',
    `'\\x00', now()`,
    ['field_session_tokens_pkey', 'participants_pkey', 'sessions_(pkey|id_idx)'],
  ],
])(
  '%s is planned once and anew when its tables have grown, and finds its rows by their keys',
  async (name, values, keys) => {
    const { pool } = server.context.database;
    // A name gets a number once a table has changed in the life of this process.
    const { rows: kept } = await pool.query<{ name: string; custom_plans: string }>(
      `select name, custom_plans from pg_prepared_statements where name ~ ('^' || $1 || '(\\.|$)')`,
      [name],
    );
    expect(kept).toEqual([{ name: kept[0]?.name, custom_plans: '0' }]);
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain execute "${kept[0]!.name}" (${values})`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toMatch(/Seq Scan|Sort/);
    for (const key of keys) expect(plan).toMatch(new RegExp(`using ${key} `));
  },
);
