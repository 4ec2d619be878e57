import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setOddly } from '@field-inspection/server/testing/odd-settings';
import { openProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { runAdmin } from '@field-inspection/server/testing/run-admin';
import { type Pooler, startPooler } from './start-pooler.ts';
import pg from 'pg';

/** Connections of the pooler to PostgreSQL. Each process has more to the pooler, so they must share. */
export const POOL_SIZE = 3;

const PASSWORD = 'secret';

/**
 * The database has an owner, and PgBouncer stands before it with the two roles of docs/scaling.md, without settings
 * yet.
 */
export const openPooledWorld = async (program: string, postgresUrl: string) => {
  const suffix = randomBytes(4).toString('hex');
  const [owner, service, prepared, database] = ['owner', 'service', 'prepared', 'pooled'].map(
    (name) => `test_${name}_${suffix}`,
  ) as [string, string, string, string];
  const address = (role: string, port = new URL(postgresUrl).port): string =>
    `postgresql://${role}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  const { sql, ini } = await readGuide({
    fis_service: service,
    fis_prepared: prepared,
    'choose one': PASSWORD,
    'database fis': `database ${database}`,
    'dbname=fis': `dbname=${database}`,
    'fis = ': `${database} = `,
    'port=5432': `port=${new URL(postgresUrl).port}`,
    'query_wait_timeout = 4': 'query_wait_timeout = 1',
    'default_pool_size = 10': `default_pool_size = ${POOL_SIZE}`,
  });
  const superuser = await connect(postgresUrl);
  await superuser.query(`create role ${owner} login password '${PASSWORD}'`);
  for (const statement of sql.filter((each) => each.startsWith('create role')))
    await superuser.query(statement);
  await superuser.query(`create database ${database} owner ${owner}`);
  // A host's database may have odd settings, and a schema named like each role.
  await superuser.query(setOddly(`database ${database}`));
  const inside = await connect(Object.assign(new URL(postgresUrl), { pathname: `/${database}` }).href);
  for (const role of [service, prepared]) await inside.query(`create schema ${role} authorization ${role}`);
  await inside.end();
  const roles = { [service]: PASSWORD, [prepared]: PASSWORD };
  const pooler = await startPooler(program, { ini, roles });
  const envOf = ({ port }: Pooler) => ({
    DATABASE_URL: address(service, String(port)),
    DATABASE_PREPARED_URL: address(prepared, String(port)),
    DATABASE_DIRECT_URL: address(service),
    DATABASE_OWNER_URL: address(owner),
  });
  const env = envOf(pooler);
  /** This pooler acts like a version that knows no prepared statements. */
  const startForgetful = async () => {
    const forgetful = await startPooler(program, {
      ini: ini.replace(/^max_prepared_statements = .*$/m, 'max_prepared_statements = 0'),
      roles,
    });
    return { env: envOf(forgetful), close: forgetful.close };
  };
  const close = async () => {
    await pooler.close();
    await superuser.query(`drop database ${database} with (force)`);
    for (const role of [owner, service, prepared]) await superuser.query(`drop role ${role}`);
    await superuser.end();
  };
  const migrated = await runAdmin(env, 'organisation', 'list', '--json');
  if (migrated.exitCode !== 0) {
    await close();
    throw new Error(migrated.stderr);
  }
  const world = await openProcessWorld(
    Promise.resolve({ databaseUrl: env.DATABASE_DIRECT_URL, drop: close }),
  );
  const settings = sql.filter((each) => each.startsWith('alter role'));
  return { ...world, env, pooler, startForgetful, superuser, settings };
};

export type PooledWorld = Awaited<ReturnType<typeof openPooledWorld>>;

/** Reads an operator's commands and settings from docs/scaling.md, with a test's names in them. */
const readGuide = async (names: Record<string, string>): Promise<{ sql: string[]; ini: string }> => {
  const page = await readFile(join(import.meta.dirname, '../../docs/scaling.md'), 'utf8');
  const read = (language: string) =>
    [...page.matchAll(new RegExp(`(?<=\`\`\`${language}\\n)[^]*?(?=\`\`\`)`, 'g'))].map(([block]) => block);
  const rename = (text: string) =>
    Object.entries(names).reduce((renamed, [name, other]) => renamed.replaceAll(name, other), text);
  const sql = read('sql')
    .join('')
    .split(';')
    .map((statement) => rename(statement.trim()))
    .filter((statement) => statement !== '');
  return { sql, ini: rename(read('ini')[0]!) };
};

export const connect = async (databaseUrl: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return client;
};
