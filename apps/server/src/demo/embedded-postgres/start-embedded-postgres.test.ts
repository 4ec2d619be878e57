import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  findEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from './start-embedded-postgres.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
import { readProcessIdentity } from './data-dir-lock.ts';

let root: string;
let dataDir: string;
let lines: string[];

// All tests share a cluster, since making one takes longer than all tests; each leaves it stopped.
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'embedded-postgres-'));
  await chmod(root, 0o755);
  dataDir = path.join(root, 'data');
});

beforeEach(() => {
  lines = [];
});

afterEach(async () => {
  const leftover = await findPostmaster(path.join(dataDir, 'postgres'));
  if (leftover !== null) await stopPostmaster(leftover);
});

afterAll(() => rm(root, { recursive: true, force: true }));

it('keeps what was written from one start to the next', async () => {
  const first = await start();
  await query(first, 'create table kept as select 1 as id');
  await first.stop();
  const second = await start();
  expect(await query(second, 'select id from kept')).toEqual([{ id: 1 }]);
  await second.stop();
  expect(lines).toEqual([]);
});

it('survives a power cut, listens on loopback only, and wants a password', async () => {
  const postgres = await start();
  const settings = await query(
    postgres,
    `select name, setting from pg_settings where name in
       ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'listen_addresses', 'TimeZone')`,
  );
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    data_checksums: 'on',
    listen_addresses: '127.0.0.1',
    TimeZone: 'UTC',
  });
  const url = new URL(postgres.databaseUrl);
  url.password = 'wrong';
  await expect(query({ databaseUrl: url.href }, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  await postgres.stop();
});

it('keeps its password from everybody else', async () => {
  const postgres = await start();
  expect((await stat(path.join(postgres.location, 'password'))).mode & 0o777).toBe(0o600);
  expect((await stat(path.join(postgres.location, 'data'))).mode & 0o777).toBe(0o700);
  await postgres.stop();
});

it('is found while it runs, and not after', async () => {
  expect(await findEmbeddedPostgres({ dataDir })).toBeNull();
  const postgres = await start();
  expect(await findEmbeddedPostgres({ dataDir })).toEqual({ databaseUrl: postgres.databaseUrl });
  await postgres.stop();
  expect(await findEmbeddedPostgres({ dataDir })).toBeNull();
});

it('stops once, however often and however soon it is asked', async () => {
  const postgres = await start();
  const postmaster = (await findPostmaster(postgres.location))!;
  await Promise.all([postgres.stop(), postgres.stop()]);
  await postgres.stop();
  expect(await readProcessIdentity(postmaster.pid)).not.toBe(postmaster.identity);
});

it('cuts idle connections when it stops, instead of waiting for them', async () => {
  const postgres = await start();
  const client = new pg.Client({ connectionString: postgres.databaseUrl });
  const errors: string[] = [];
  client.on('error', (error) => errors.push(error.message));
  await client.connect();
  await postgres.stop();
  expect(errors[0]).toContain('terminating connection');
});

it('says when PostgreSQL ends by itself, and not when it is stopped', async () => {
  const reasons: string[] = [];
  const ended = new Promise<void>((resolve) => {
    void start({ onExit: (reason) => resolve(void reasons.push(reason)) }).then(async ({ location }) => {
      process.kill((await findPostmaster(location))!.pid, 'SIGQUIT');
    });
  });
  await ended;
  const postgres = await start({ onExit: (reason) => reasons.push(reason) });
  await postgres.stop();
  expect(reasons).toEqual(['exit code 0']);
});

it('takes over the database of a server that was killed', async () => {
  const server = await startInOtherProcess();
  const orphan = (await findPostmaster(path.join(dataDir, 'postgres')))!;
  server.kill('SIGKILL');
  await once(server, 'exit');
  const postgres = await start();
  expect(await query(postgres, 'select id from written')).toEqual([{ id: 1 }]);
  expect(await readProcessIdentity(orphan.pid)).not.toBe(orphan.identity);
  expect(lines).toEqual([expect.stringContaining(`process ${orphan.pid}`)]);
  await postgres.stop();
});

it('recovers when PostgreSQL itself was killed too', async () => {
  const server = await startInOtherProcess();
  const postmaster = (await findPostmaster(path.join(dataDir, 'postgres')))!;
  server.kill('SIGKILL');
  process.kill(postmaster.pid, 'SIGKILL');
  await once(server, 'exit');
  const postgres = await start();
  expect(await query(postgres, 'select id from written')).toEqual([{ id: 1 }]);
  await postgres.stop();
});

it('is not fooled by another program that got the pid of a PostgreSQL that was killed', async () => {
  const server = await startInOtherProcess();
  const { pid } = (await findPostmaster(path.join(dataDir, 'postgres')))!;
  server.kill('SIGKILL');
  process.kill(pid, 'SIGKILL');
  await once(server, 'exit');
  // The same user, since PostgreSQL takes a pid that it may not signal for stale.
  const { uid, gid } = await stat(path.join(dataDir, 'postgres/data'));
  const stranger = spawn('sleep', ['600'], { uid, gid, cwd: '/' });
  const file = path.join(dataDir, 'postgres/data/postmaster.pid');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/^\d+/, String(stranger.pid)));
  const postgres = await start();
  expect(await query(postgres, 'select id from written')).toEqual([{ id: 1 }]);
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  await postgres.stop();
  stranger.kill();
});

it('does not end with its server when Ctrl-C goes to the whole group of processes', async () => {
  const server = await startInOtherProcess();
  process.kill(-server.pid!, 'SIGINT');
  await once(server, 'exit');
  // A PostgreSQL that got the signal would take no further connections.
  expect(await query((await findEmbeddedPostgres({ dataDir }))!, 'select id from written')).toEqual([
    { id: 1 },
  ]);
});

it('makes a whole cluster after a start that was killed in the middle of the first one', async () => {
  const fresh = path.join(root, 'fresh');
  await mkdir(path.join(fresh, 'postgres.new-killed/data'), { recursive: true });
  await writeFile(path.join(fresh, 'postgres.new-killed/data/PG_VERSION'), '18\n');
  const postgres = await startEmbeddedPostgres({ dataDir: fresh, log: () => undefined });
  await postgres.stop();
  expect(await readdir(fresh)).toEqual(['postgres']);
});

it('says why PostgreSQL does not start', async () => {
  const postgres = await start();
  await postgres.stop();
  await writeFile(path.join(postgres.location, 'data/PG_VERSION'), '9\n');
  await expect(start()).rejects.toThrow('incompatible');
});

function start(options: { onExit?: (reason: string) => void } = {}): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line), ...options });
}

async function query({ databaseUrl }: { databaseUrl: string }, statement: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

// A group of its own, as a shell gives each job; the process dies of SIGINT at once, so nothing stops the database.
async function startInOtherProcess(): Promise<ChildProcess> {
  const script = `
    import pg from 'pg';
    import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('./start-embedded-postgres.ts'))};
    const { databaseUrl } = await startEmbeddedPostgres({ dataDir: process.argv[1], log: console.error });
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('drop table if exists written; create table written as select 1 as id');
    console.log('written');
    await client.query('select pg_sleep(600)');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    cwd: import.meta.dirname,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}
