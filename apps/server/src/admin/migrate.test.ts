import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRISMA_DIR } from '../paths.ts';
import { readMigrations } from '../platform/migrations/read-scripts.ts';
import { createEmptyDatabase } from '../testing/clone-database.ts';
import { runAdmin } from '../testing/run-admin.ts';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let folder: string;
let names: string[];
beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'fis-migrate-'));
  names = (await readMigrations(PRISMA_DIR)).map(({ name }) => name);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Its working folder is the checkout: a data folder there would be somebody else's. */
const admin = (...argv: string[]) =>
  runAdmin({ DATABASE_URL: database.databaseUrl, DATA_DIR: join(folder, 'data') }, 'migrate', ...argv);

const readTables = async (): Promise<string[]> => {
  const client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
  );
  await client.end();
  return rows.map(({ name }) => name);
};

describe('script/admin migrate, with no setting but the address of the database', () => {
  it('with --dry-run lists what is missing, and makes neither a table nor a folder', async () => {
    const dry = await admin('--dry-run');
    expect(dry).toEqual({
      exitCode: 0,
      stdout: names.map((name) => `missing  ${name}\n`).join(''),
      stderr: '',
    });
    expect(await readTables()).toEqual([]);
    await expect(writeFile(join(folder, 'data'), '', { flag: 'wx' })).resolves.toBeUndefined();
  });

  it('has a line for each migration with the time that it took, and --json one line in all', async () => {
    const { exitCode, stdout, stderr } = await admin();
    expect([exitCode, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.replace(/ {2}\d+ ms$/, ''))).toEqual(
      names.map((name) => `applied  ${name}`),
    );
    expect(await readTables()).toEqual(expect.arrayContaining(['sessions', '_private_jobs']));
    expect(await admin('--json')).toEqual({ exitCode: 0, stdout: '[]\n', stderr: '' });
  });

  it('says so where nothing is missing', async () => {
    const told = { exitCode: 0, stdout: 'No migration is missing.\n', stderr: '' };
    expect([await admin(), await admin('--dry-run')]).toEqual([told, told]);
  });

  it('takes the address from a file', async () => {
    const path = join(folder, 'url');
    await writeFile(path, `${database.databaseUrl}\n`);
    const { exitCode, stdout } = await runAdmin({ DATABASE_URL_FILE: path }, 'migrate', '--json');
    expect([exitCode, stdout]).toEqual([0, '[]\n']);
  });
});
