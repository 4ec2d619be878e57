import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneDatabase } from '../../testing/clone-database.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await cloneDatabase();
  client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

it('a database that was just made knows no organisation, no member, no key and no token: nobody is there by default', async () => {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  );
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['public.organisations', 'public.members', 'public.credentials']),
  );
  const filled: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query(`select 1 from ${name} limit 1`);
    if (rows.length > 0) filled.push(name);
  }
  expect(filled).toEqual(['public._prisma_migrations']);
});
