import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { createEmptyDatabase } from '../../testing/clone-database.ts';
import { MORE_ODD_SETTINGS, ODD_SETTINGS, setOddly } from '../../testing/odd-settings.ts';
import { migrateDatabase } from './migrate-database.ts';

it('a database whose defaults are odd, with a schema named like the role, gets all tables in public', async ({
  onTestFinished,
}) => {
  const { databaseUrl, drop } = await createEmptyDatabase();
  const role = `fis_odd_${randomBytes(4).toString('hex')}`;
  const database = new URL(databaseUrl).pathname.slice(1);
  const superuser = new pg.Client({ connectionString: databaseUrl });
  await superuser.connect();
  onTestFinished(async () => {
    await superuser.end();
    await drop();
    const other = new pg.Client({ connectionString: inject('postgresUrl') });
    await other.connect();
    await other.query(`drop role ${role}`);
    await other.end();
  });
  await superuser.query(`create role ${role} login password 'secret'`);
  await superuser.query(`alter database ${database} owner to ${role}`);
  await superuser.query(`create schema ${role} authorization ${role}`);
  const limits = { statement_timeout: '1', lock_timeout: '1', idle_in_transaction_session_timeout: '1' };
  const version = await superuser.query<{ number: number }>(
    `select current_setting('server_version_num')::int as number`,
  );
  const newer = version.rows[0]!.number >= 170_000 ? { transaction_timeout: '500' } : {};
  await superuser.query(
    setOddly(`role ${role}`, { ...ODD_SETTINGS, ...MORE_ODD_SETTINGS, ...limits, ...newer }),
  );
  const url = Object.assign(new URL(databaseUrl), { username: role, password: 'secret' }).href;
  const { applied } = await migrateDatabase({ databaseUrl: url });
  expect(applied.length).toBeGreaterThan(0);
  expect(await migrateDatabase({ databaseUrl: url })).toEqual({ applied: [] });
  const { rows } = await superuser.query<{ schema: string; count: number }>(`
    select nspname as schema, count(c.oid)::int as count
    from pg_namespace n
    left join pg_class c on c.relnamespace = n.oid and c.relkind in ('r', 'p')
    where nspname in ('public', '${role}')
    group by 1
  `);
  const counts = Object.fromEntries(rows.map(({ schema, count }) => [schema, count]));
  expect(counts[role]).toBe(0);
  expect(counts['public']).toBeGreaterThan(50);
});

it('who is to get rights is asked under settings of the service, but through a pooler, which refuses them', async ({
  onTestFinished,
}) => {
  const { databaseUrl, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  const { hostname, port } = new URL(databaseUrl);
  const begins: string[] = [];
  const between = createServer((client) => {
    const database = connect(Number(port), hostname);
    client.once('data', (start) => begins.push(String(start)));
    client.pipe(database).on('error', () => client.destroy());
    database.pipe(client).on('error', () => database.destroy());
  });
  between.listen(0, '127.0.0.1');
  await once(between, 'listening');
  onTestFinished(() => void between.close());
  const url = Object.assign(new URL(databaseUrl), { port: (between.address() as AddressInfo).port }).href;
  for (const isPooled of [false, true])
    await migrateDatabase({ databaseUrl, serving: [{ variable: 'DATABASE_URL', url, isPooled }] });
  expect(begins.map((begin) => /statement_timeout=0/.test(begin))).toEqual([true, false]);
});
