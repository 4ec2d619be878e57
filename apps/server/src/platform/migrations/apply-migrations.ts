import type pg from 'pg';
import { ConfigError } from '../../config/read-config.ts';
import { giveWay, type Manners } from './give-way.ts';
import { readFunctions, readMigrations, type Migration } from './read-scripts.ts';

// `prisma migrate deploy` and older releases take this lock: neither may run meanwhile.
const PRISMA_LOCK = 72_707_369;

// The same table as Prisma's, so that Prisma's commands can go on from its rows.
const CREATE_BOOKS = `
  create table _prisma_migrations (
    id varchar(36) primary key,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`;

export type AppliedMigration = { name: string; durationMs: number };

type Books = { applied: Map<string, Row>; functionsOf: number };
type Row = { checksum: string; isFinished: boolean };

/**
 * A single transaction for both: neither a failure nor a kill leaves half a migration, or a record that
 * would stop the next start. The caller ends the connection, also after a failure. Returns what it applied.
 */
export async function applyMigrations(
  client: pg.Client,
  { prismaDir, allowNewerDatabase = false, manners }: ApplyOptions,
): Promise<AppliedMigration[]> {
  const migrations = await readMigrations(prismaDir);
  return giveWay(client, () => applyMissing(client, { prismaDir, allowNewerDatabase, migrations }), manners);
}

/** Gives the names of the migrations that `applyMigrations` would apply, and changes nothing. */
export async function listMissing(
  client: pg.Client,
  { prismaDir, allowNewerDatabase = false }: Omit<ApplyOptions, 'manners'>,
): Promise<string[]> {
  const migrations = await readMigrations(prismaDir);
  await client.query('begin read only');
  const books = await readBooks(client);
  await client.query('rollback');
  return findMissing(books ?? EMPTY, { migrations, allowNewerDatabase }).map(({ name }) => name);
}

type ApplyOptions = { prismaDir: string; allowNewerDatabase?: boolean; manners?: Manners | undefined };

async function applyMissing(
  client: pg.Client,
  {
    prismaDir,
    allowNewerDatabase,
    migrations,
  }: { prismaDir: string; allowNewerDatabase: boolean; migrations: Migration[] },
): Promise<AppliedMigration[]> {
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [PRISMA_LOCK]);
  const books = (await readBooks(client)) ?? (await openBooks(client));
  const applied: AppliedMigration[] = [];
  for (const migration of findMissing(books, { migrations, allowNewerDatabase })) {
    const startMs = performance.now();
    await applyMigration(client, migration);
    applied.push({ name: migration.name, durationMs: Math.round(performance.now() - startMs) });
  }
  if (books.functionsOf < migrations.length) await replaceFunctions(client, { prismaDir, migrations });
  await client.query('commit');
  return applied;
}

function findMissing(
  { applied }: Books,
  { migrations, allowNewerDatabase }: { migrations: Migration[]; allowNewerDatabase: boolean },
): Migration[] {
  refuseUnfinished(applied);
  refuseChanged(applied, migrations);
  if (!allowNewerDatabase) refuseNewer(applied, migrations);
  return migrations.filter(({ name }) => !applied.has(name));
}

const EMPTY: Books = { applied: new Map(), functionsOf: 0 };

async function openBooks(client: pg.Client): Promise<Books> {
  await client.query(CREATE_BOOKS);
  return EMPTY;
}

/** Undefined where the database has no table yet. */
async function readBooks(client: pg.Client): Promise<Books | undefined> {
  const { rows: tables } = await client.query<{ relname: string }>(
    `select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`,
  );
  if (tables.length === 0) return undefined;
  if (!tables.some(({ relname }) => relname === '_prisma_migrations'))
    throw new ConfigError(
      'The database is not empty, and no migration made what is in it: give the service one of its own.',
    );
  const { rows } = await client.query<Row & { name: string }>(
    `select migration_name as name, checksum, finished_at is not null as "isFinished"
     from _prisma_migrations where rolled_back_at is null`,
  );
  return {
    applied: new Map(rows.map((row) => [row.name, row])),
    functionsOf: await readFunctionsMark(client),
  };
}

function refuseUnfinished(applied: Books['applied']): void {
  const [name] = [...applied].find(([, { isFinished }]) => !isFinished) ?? [];
  if (name)
    throw new ConfigError(
      `The migration ${name} failed halfway: mend what it left, then mark its row in _prisma_migrations.`,
    );
}

function refuseChanged(applied: Books['applied'], migrations: Migration[]): void {
  const changed = migrations.find(
    ({ name, checksum }) => (applied.get(name)?.checksum ?? checksum) !== checksum,
  );
  if (changed)
    throw new ConfigError(
      `The migration ${changed.name} is another than the one that was applied: its checksum differs.`,
    );
}

function refuseNewer(applied: Books['applied'], migrations: Migration[]): void {
  const known = migrations.map(({ name }) => name);
  const unknown = [...applied.keys()].filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new ConfigError(
      `The database is newer than this release, which has no migration ${unknown.join(', ')}. ` +
        'Start the release that has; ALLOW_NEWER_DATABASE=true goes back by one release.',
    );
}

async function applyMigration(client: pg.Client, { name, script, checksum }: Migration): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `insert into _prisma_migrations (id, checksum, migration_name, started_at, applied_steps_count)
     values (gen_random_uuid(), $1, $2, clock_timestamp(), 1) returning id`,
    [checksum, name],
  );
  await runScript(client, { name: `migration ${name}`, script });
  await client.query('update _prisma_migrations set finished_at = clock_timestamp() where id = $1', [
    rows[0]!.id,
  ]);
}

/**
 * A comment on the table counts the migrations of the release whose functions the database has. Each change of a
 * function comes with a migration, so a release with as many migrations or fewer has no newer functions, and leaves
 * those of the database alone.
 */
async function readFunctionsMark(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ mark: string | null }>(
    `select obj_description('_prisma_migrations'::regclass, 'pg_class') as mark`,
  );
  return Number(/^functions of (\d+) migrations$/.exec(rows[0]!.mark ?? '')?.[1] ?? 0);
}

async function replaceFunctions(
  client: pg.Client,
  { prismaDir, migrations }: { prismaDir: string; migrations: Migration[] },
): Promise<void> {
  for (const { name, script } of await readFunctions(prismaDir))
    await runScript(client, { name: `function ${name}`, script });
  await client.query(`comment on table _prisma_migrations is 'functions of ${migrations.length} migrations'`);
}

async function runScript(
  client: pg.Client,
  { name, script }: { name: string; script: string },
): Promise<void> {
  try {
    await client.query(script);
  } catch (cause) {
    throw new Error(`${(cause as Error).message}, in the ${name}`, { cause });
  }
}
