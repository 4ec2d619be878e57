import type pg from 'pg';
import { PRISMA_DIR } from '../../paths.ts';
import { connectClient } from '../../platform/database/pools/connect-client.ts';
import { REQUEST_SETTINGS, toOptions } from '../../platform/database/pools/pool-settings.ts';
import { withOptions } from '../../platform/database/pools/with-options.ts';
import { createDatabaseClock, hostClock } from '../../platform/clock.ts';
import { describeFault } from '../../platform/probes/describe-fault.ts';
import { probeDatabase as writeRow } from '../../platform/probes/probe-database.ts';
import { readMigrations } from '../../platform/migrations/read-scripts.ts';
import { type Examined, type Probe, type Verdict, ok, warn, wrong } from './finding.ts';
import { judgeHosts } from './judge-hosts.ts';
import { judgeSettings } from './judge-settings.ts';
import { judgeMasterKeys } from '../../admin/master-keys/check-master-keys.ts';
import { ConfigError } from '../../config/read-config.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { createKeyring } from '../../platform/secrets/keyring.ts';
import { systemRandom } from '../../platform/secrets/random.ts';

const LIMITS = { answerMs: 4_500, queryTimeoutMs: 4_500 };
/** The oldest version that is supported: PostgreSQL 15. */
const OLDEST_VERSION = 150_000;
const CLOCKS_APART_MS = 5_000;

const REMEDY = 'Check DATABASE_URL, the room on its disk and the rights of its role (docs/scaling.md).';
const REMEDIES: Record<string, string> = {
  '25006': 'When it failed over, name all its hosts in DATABASE_URL.',
  '53100': 'Make room on the disk of PostgreSQL, or enlarge it. Nothing that was acknowledged is lost.',
};

export const probeDatabase = (examined: Examined): Probe => ({
  part: 'database',
  remedy: REMEDY,
  run: async () => {
    const { databaseDirectUrl, databaseOwnerUrl } = examined.secrets;
    const hasOwner = examined.config.embedded || databaseOwnerUrl !== undefined;
    const variable = databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
    const address = { variable, url: examined.databaseUrl };
    const hosts = judgeHosts(address);
    const settings = judgeSettings(address);
    // The other connection fails with the same error, and says so.
    settings.catch(() => {});
    const url = withOptions(address.url, toOptions(REQUEST_SETTINGS));
    const client = await connectClient({ variable, url }, LIMITS);
    try {
      const first = await judgeFirstStart(client, { hasOwner });
      return [
        await judgeVersion(client),
        ...(await hosts),
        ...(await settings),
        ...(first ? [first] : await judgeTables(client, examined, hasOwner)),
        await judgeClock(client),
      ];
    } finally {
      await client.end().catch(() => {});
    }
  },
});

const judgeTables = async (client: pg.Client, examined: Examined, hasOwner: boolean): Promise<Verdict[]> => {
  const stranger = await judgeStranger(client, hasOwner);
  if (stranger) return [stranger];
  const migrations = await judgeMigrations(client);
  // Without its migrations a database may lack the table of keys, too.
  const keys = migrations.state === 'ok' ? await judgeKeys(examined) : [];
  const role = examined.config.demo ? [] : [await judgeRole(client)];
  return [migrations, await judgeWrite(client), ...keys, ...role];
};

const judgeVersion = async (client: pg.Client): Promise<Verdict> => {
  const { rows } = await client.query<{ number: number; name: string; size: string }>(`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as name,
      pg_size_pretty(pg_database_size(current_database())) as size
  `);
  const { number, name, size } = rows[0]!;
  if (number >= OLDEST_VERSION) return ok(`PostgreSQL ${name} answers, and holds ${size}.`);
  return wrong(`PostgreSQL ${name} is too old. Move to 15 or newer.`);
};

const judgeMigrations = async (client: pg.Client): Promise<Verdict> => {
  const known = (await readMigrations(PRISMA_DIR)).map(({ name }) => name);
  const applied = await readApplied(client);
  const missing = known.filter((name) => !applied.includes(name)).length;
  const newer = applied.filter((name) => !known.includes(name)).length;
  if (newer > 0) {
    return wrong(`The database has ${newer} migrations of a newer release. Start that release.`);
  }
  if (missing === 0) return ok(`All ${known.length} migrations are applied.`);
  return wrong(
    `${missing} of ${known.length} migrations are missing. Start the server, or script/admin migrate, with DATABASE_OWNER_URL if there is one.`,
  );
};

const readApplied = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    'select migration_name as name from _prisma_migrations where rolled_back_at is null and finished_at is not null',
  );
  return rows.map(({ name }) => name);
};

const judgeClock = async (client: pg.Client): Promise<Verdict> => {
  const clock = await createDatabaseClock(client as unknown as pg.Pool);
  const apartMs = Math.abs(clock.now().getTime() - hostClock.now().getTime());
  if (apartMs < CLOCKS_APART_MS) return ok('Its clock and this host agree.');
  const seconds = Math.round(apartMs / 1000);
  return warn(
    `Its clock and this host are ${seconds} s apart. The service goes by the database's: set both by NTP.`,
  );
};

// Commits, as /readyz does: a full disk may let a row be written that is rolled back.
const judgeWrite = async (client: pg.Client): Promise<Verdict> => {
  try {
    await writeRow(client);
    return ok('A row can be written.');
  } catch (error) {
    const { words } = describeFault(error);
    const code = /\((.*)\)$/.exec(words)?.[1] ?? '';
    return wrong(`No row can be written: the database ${words}. ${REMEDIES[code] ?? REMEDY}`);
  }
};

const judgeRole = async (client: pg.Client): Promise<Verdict> => {
  const { rows } = await client.query<{ role: string; is_owner: boolean }>(`
    select current_user as role, pg_has_role(relowner, 'usage') as is_owner
    from pg_class
    where oid = 'audit_entries'::regclass
  `);
  const { role, is_owner } = rows[0]!;
  if (!is_owner) return ok(`Its role ${role} owns no table.`);
  return warn(
    `Its role ${role} owns the tables, and could switch off the triggers that keep the audit chain. Set DATABASE_OWNER_URL, and DATABASE_URL to another role (docs/scaling.md).`,
  );
};

/** Asks what a start would stop at, and notes nothing. */
const judgeKeys = async ({ databaseUrl, secrets }: Examined): Promise<Verdict[]> => {
  // The database in DATA_DIR has its key beside it.
  if (secrets.masterKeys.length === 0) return [];
  const database = openDatabase({ databaseUrl, maxConnections: 1 });
  try {
    await judgeMasterKeys({ database, keyring: createKeyring(secrets.masterKeys, systemRandom) });
    return [ok('MASTER_KEYS has the keys that its values are sealed with.')];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').map(wrong);
  } finally {
    await database.close();
  }
};

/** A role of its own was made for a database that another role served until now. */
const judgeStranger = async (
  client: Pick<pg.ClientBase, 'query'>,
  hasOwner: boolean,
): Promise<Verdict | undefined> => {
  const { rows } = await client.query<{ role: string; may_read: boolean }>(
    "select current_user as role, has_table_privilege('_prisma_migrations', 'select') as may_read",
  );
  const { role, may_read } = rows[0]!;
  if (may_read) return undefined;
  const words = `Its role ${role} has no right to the tables yet.`;
  if (hasOwner) return warn(`${words} Start the server with DATABASE_OWNER_URL, which grants them.`);
  return wrong(
    `${words} Set DATABASE_OWNER_URL, too, to the role that owns them, and start the server, which grants them (docs/scaling.md).`,
  );
};

/** Nobody has migrated this database: its first start makes the tables. */
const judgeFirstStart = async (
  client: Pick<pg.ClientBase, 'query'>,
  { hasOwner }: { hasOwner: boolean },
): Promise<Verdict | undefined> => {
  const { rows } = await client.query<{ is_migrated: boolean; has_tables: boolean; may_make: boolean }>(`
    select to_regclass('_prisma_migrations') is not null as is_migrated,
      exists (
        select from pg_class where relnamespace = to_regnamespace(current_schema()) and relkind in ('r', 'p')
      ) as has_tables,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_make
  `);
  const { is_migrated, has_tables, may_make } = rows[0]!;
  if (is_migrated) return undefined;
  if (has_tables)
    return wrong(
      'The database is not empty, and no migration made what is in it. Give the service one of its own.',
    );
  if (may_make || hasOwner)
    return warn(
      'There are no tables yet: the database waits for its first start. Start the server, which makes them.',
    );
  return wrong(
    'There are no tables yet, and its role may not make them. Set DATABASE_OWNER_URL, too, to the role that owns the database (docs/scaling.md).',
  );
};
