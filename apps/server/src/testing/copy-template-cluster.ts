import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../demo/embedded-postgres/start-embedded-postgres.ts';
import { PRISMA_DIR, ROOT_DIR } from '../paths.ts';
import { awaitConnectionsGone } from './await-connections-gone.ts';

const run = promisify(execFile);

const CACHE = join(ROOT_DIR, 'node_modules/.cache/test-cluster');

const TEMPLATE = 'fis_template';

/** Made once for each state of the migrations and copied from then on: making it takes seconds. */
export const copyTemplateCluster = async (): Promise<string> => {
  const kept = join(CACHE, await nameState());
  const dataDir = await makeDataDir();
  if (await exists(kept)) {
    await copy(kept, dataDir);
    return dataDir;
  }
  await makeCluster(dataDir);
  await keep(dataDir, kept);
  return dataDir;
};

/** The template is made of these files. */
const nameState = async (): Promise<string> => {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.getuid?.()}`);
  const folders = [PRISMA_DIR, join(import.meta.dirname, '../platform/migrations')];
  const files = [import.meta.filename, join(ROOT_DIR, 'pnpm-lock.yaml')];
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    files.push(
      ...entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)),
    );
  }
  for (const file of files.toSorted()) hash.update(file).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
};

/** PostgreSQL's own user must get into the folder when root runs the tests. */
const makeDataDir = async (): Promise<string> => {
  const dataDir = await mkdtemp(join(await findSpace(), 'fis-test-'));
  await chmod(dataDir, 0o755);
  return dataDir;
};

const MEMORY = '/dev/shm';
const MEMORY_BYTES = 4 * 1024 ** 3;

/** In memory, where there is enough: a thousand small files are cloned there in a quarter of the time. */
const findSpace = async (): Promise<string> => {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= MEMORY_BYTES ? MEMORY : tmpdir();
};

const makeCluster = async (dataDir: string): Promise<void> => {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const admin = new pg.Client({ connectionString: postgres.databaseUrl });
  await admin.connect();
  // These databases end with the run, so that nobody waits for the disk. Tests of crashes have their own PostgreSQL.
  for (const setting of ['fsync', 'full_page_writes']) {
    await admin.query(`alter system set ${setting} = off`);
  }
  // A test opens a dozen connections, and the rounds of a password guard nothing here.
  await admin.query('alter system set scram_iterations = 1');
  // The log of changes would fill the memory, and nobody needs it again.
  await admin.query(`alter system set max_wal_size = '256MB'`);
  await admin.query('select pg_reload_conf()');
  await setPassword(admin, postgres.databaseUrl);
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const templateUrl = new URL(postgres.databaseUrl);
  templateUrl.pathname = `/${TEMPLATE}`;
  // Loaded only where it is needed, which is seldom: the migration is half of what each run loads before its first
  // test.
  const { migrateDatabase } = await import('../platform/migrations/migrate-database.ts');
  await migrateDatabase({ databaseUrl: templateUrl.href });
  await awaitConnectionsGone(postgres.databaseUrl, { database: TEMPLATE, graceMs: 30_000 });
  await postgres.stop();
};

/** Set anew: a password is kept with as many rounds as were set when it was given. */
const setPassword = async (admin: pg.Client, databaseUrl: string): Promise<void> => {
  const { username, password } = new URL(databaseUrl);
  await admin.query('set scram_iterations = 1');
  await admin.query(
    `alter role ${admin.escapeIdentifier(username)} password ${admin.escapeLiteral(decodeURIComponent(password))}`,
  );
};

/** A single rename shows the copy whole; a run that made the same meanwhile loses nothing. */
const keep = async (dataDir: string, kept: string): Promise<void> => {
  await mkdir(CACHE, { recursive: true });
  const others = (await readdir(CACHE)).filter((name) => !name.startsWith(basename(kept)));
  for (const name of others) await rm(join(CACHE, name), { recursive: true, force: true });
  const draft = await mkdtemp(`${kept}.new-`);
  await copy(dataDir, draft);
  await rename(draft, kept).catch(() => rm(draft, { recursive: true, force: true }));
};

/** Node.js does not copy owners and rights. */
const copy = (from: string, to: string) => run('cp', ['-a', `${from}/.`, to]);

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
