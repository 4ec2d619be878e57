import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRISMA_DIR } from '../../paths.ts';
import { cloneDatabase } from '../../testing/clone-database.ts';
import { markFunctions, readFunctions, readMigrations } from './read-scripts.ts';

/** The release before calls these functions and this one does not: they have no file, until a migration drops them. */
const RETIRED = ['lock_webhook_gates', 'take_parked_deliveries'];

/** A search_path of its own would keep the planner from inlining a function. */
const INLINED = ['uuid_v7'];

const functions = await readFunctions(PRISMA_DIR);
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

describe('the SQL functions', () => {
  it('are all that a migrated database has, with the bodies of their files', async () => {
    const { rows } = await client.query<{ name: string; body: string }>(
      `select proname as name, prosrc as body from pg_proc where pronamespace = 'public'::regnamespace order by name`,
    );
    const inFiles = functions.map(({ name, script }) => ({ name, body: script.split('$$')[1] }));
    expect(rows.filter(({ name }) => !RETIRED.includes(name))).toEqual(inFiles);
  });

  it('look names up in pg_catalog only, so that no temporary table takes the place of one of the schema', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select proname as name from pg_proc
       where pronamespace = 'public'::regnamespace
         and not coalesce(proconfig @> '{"search_path=pg_catalog, pg_temp"}', false)
       order by name`,
    );
    const unbound = rows.map(({ name }) => name).filter((name) => !RETIRED.includes(name));
    expect(unbound).toEqual(INLINED);
  });

  it.each(INLINED)('%s, which the planner inlines, reads no table', (name) => {
    const { script } = functions.find((each) => each.name === name)!;
    expect(script.split('$$')[1]).not.toMatch(/\b(from|join|into|update)\b/i);
  });

  it('are one a file, which has its name and can be run again', () => {
    for (const { name, script } of functions) {
      const created = script.match(/^\s*(create|drop|alter)\b[^(]*\(/gim)?.map((start) => start.trim());
      expect(created).toEqual([`create or replace function ${name}(`]);
    }
  });

  it.each(functions)('$name says who calls it, and is called', async ({ name, script }) => {
    const callers = [...(await listSources(name)), ...(await listTables(name))];
    expect(callers).not.toEqual([]);
    const said = /^-- Callers: (?:the triggers of )?(.*)$/m.exec(script)?.[1];
    expect(said?.split(', ')).toEqual(callers);
  });

  it('change with a migration only, which brings them to the databases that are there already', async () => {
    const migrations = await readMigrations(PRISMA_DIR);
    const marks = migrations.flatMap(({ script }) => script.match(/^-- functions: .*$/gm) ?? []);
    expect(marks.at(-1), 'prisma/functions changed: run create-migration').toBe(markFunctions(functions));
  });
});

async function listSources(name: string): Promise<string[]> {
  const root = path.resolve(import.meta.dirname, '../..');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name));
  const sources = await Promise.all(
    files.map((file) => readFile(path.join(file.parentPath, file.name), 'utf8')),
  );
  const callers = files.filter((_, index) => sources[index]!.includes(`${name}(`));
  return callers.map((file) => file.name).sort();
}

async function listTables(name: string): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select distinct c.relname as table from pg_trigger t
     join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
     where p.proname = $1 order by c.relname`,
    [name],
  );
  return rows.map(({ table }) => table);
}
