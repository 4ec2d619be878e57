import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PRISMA_DIR } from '../../paths.ts';
import { createEmptyDatabase } from '../../testing/clone-database.ts';
import { migrateDatabase } from './migrate-database.ts';

const ORGANISATION = '00000000-0000-7000-8000-000000000001';
const WITHOUT_WORDS = /_statistics_without_words/;
const OLD = /_old_statistics/;
/** The first has an index on an address, which OLD would make anew if it came later, as it never does; the last needs it. */
const SIGN_ON = /_(sign_on|passkeys|domains_looked_at)/;

let folder: string;
let databaseUrl: string;
let client: pg.Client;
let drop: () => Promise<void>;

const copyWithout = async (name: string, ...left: RegExp[]): Promise<string> => {
  const to = join(folder, name);
  const filter = (source: string) => !left.some((pattern) => pattern.test(source));
  await cp(PRISMA_DIR, to, { recursive: true, filter });
  return to;
};

// The release before has filled the database, and PostgreSQL keeps statistics of it.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fis-statistics-'));
  const database = await createEmptyDatabase();
  ({ databaseUrl, drop } = database);
  await migrateDatabase({ databaseUrl, prismaDir: await copyWithout('before', WITHOUT_WORDS, OLD, SIGN_ON) });
  client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    insert into organisations (id, name, plan, locale, created_at)
    values ('${ORGANISATION}', 'Acme', 'enterprise', 'en', now())`);
  await client.query(`
    insert into sessions (organisation_id, id, status, operator_email, notes, reference, metadata, locale, created_at, updated_at)
    select '${ORGANISATION}', gen_random_uuid(), 'created', '', 'Ring at Rossi ' || n % 5, 'Rossi ' || n,
      jsonb_build_object('who', 'Rossi ' || n % 5), 'en', now(), now()
    from generate_series(1, 500) n`);
  await client.query(`
    insert into members (organisation_id, id, name, email, role, locale, status, created_at)
    select '${ORGANISATION}', gen_random_uuid(), 'Rossi ' || n % 5, 'Rossi' || n || '@example.com', 'auditor', 'en',
      'active', now()
    from generate_series(1, 500) n`);
  await client.query('analyze');
});
afterAll(async () => {
  await client.end();
  await drop();
  await rm(folder, { recursive: true });
});

const listPositions = async (): Promise<string[]> => {
  const { rows } = await client.query<{ place: string }>(`
    select tablename || '.' || attname as place from pg_stats
    where schemaname = 'public'
      and concat(most_common_vals::text, histogram_bounds::text, most_common_elems::text) ilike '%rossi%'
    order by place`);
  return rows.map(({ place }) => place);
};

const readFile = async (table: string): Promise<string> => {
  const { rows } = await client.query<{ file: string }>('select pg_relation_filenode($1)::text as file', [
    table,
  ]);
  return rows[0]!.file;
};

const PLANTED = ['members.email', 'members.name', 'members_email_key.lower', 'sessions.metadata'].concat([
  'sessions.notes',
  'sessions.reference',
]);

test('what PostgreSQL kept of words before it was told to keep none is gone, and no analyze brings it back', async () => {
  expect(await listPositions()).toEqual(PLANTED);
  await migrateDatabase({ databaseUrl, prismaDir: await copyWithout('between', OLD, SIGN_ON) });
  await client.query('analyze');
  // An analyze alone removes nothing: only the migration can.
  expect(await listPositions()).toEqual(PLANTED);
  const file = await readFile('sessions');
  const { applied } = await migrateDatabase({ databaseUrl, prismaDir: PRISMA_DIR });
  expect(applied).toContainEqual(expect.stringMatching(OLD));
  expect(await listPositions()).toEqual([]);
  await client.query('analyze');
  expect(await listPositions()).toEqual([]);
  expect(await readFile('sessions')).toBe(file);
});

test('an address stays one member’s', async () => {
  const again = client.query(
    `insert into members (organisation_id, id, name, email, role, locale, status, created_at)
     values ($1, gen_random_uuid(), 'Rossi', 'ROSSI7@example.com', 'auditor', 'en', 'active', now())`,
    [ORGANISATION],
  );
  await expect(again).rejects.toMatchObject({ code: '23505', constraint: 'members_email_key' });
});
