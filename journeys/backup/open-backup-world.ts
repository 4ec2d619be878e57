import { chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { createTestAuthority } from '@field-inspection/server/testing/create-test-authority';
import { openTestContext } from '@field-inspection/server/testing/open-test-context';
import { runAdmin } from '@field-inspection/server/testing/run-admin';
import { type SpawnedServer, spawnServer } from '@field-inspection/server/testing/spawn-server';
import { startTimestampAuthority } from '@field-inspection/server/testing/start-timestamp-authority';
import pg from 'pg';
import { openWebhookReceiver } from '../open-webhook-receiver.ts';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { launchPostmaster } from '../../apps/server/src/demo/embedded-postgres/launch-postmaster.ts';
import { findPostgresUser, runAsUser } from '../../apps/server/src/demo/embedded-postgres/postgres-user.ts';

const OWNER = 'fis_owner';
const SERVICE = 'fis_service';

export const openBackupWorld = async (tools: string) => {
  const postgres = await startHostPostgres(tools);
  const folder = await mkdtemp(join(tmpdir(), 'fis-backup-'));
  const authority = await startTimestampAuthority();
  const trust = createTestAuthority();
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, trust.ca);
  const receiver = await openWebhookReceiver({ tls: trust.issue() });
  const spawned: SpawnedServer[] = [];
  const query = async (statement: string, database = 'postgres') => {
    const client = new pg.Client({ connectionString: postgres.urlOf('postgres', database) });
    await client.connect();
    try {
      return await client.query<Record<string, unknown>>(statement);
    } finally {
      await client.end();
    }
  };
  await query(`create role ${OWNER} login`);
  await query(`create role ${SERVICE} login`);
  const settingsOf = (name: string) => ({
    DATABASE_URL: postgres.urlOf(SERVICE, name),
    DATABASE_OWNER_URL: postgres.urlOf(OWNER, name),
    DATA_DIR: join(folder, name),
    TSA_URLS: authority.url,
    TSA_CA_FILE: authority.caFile,
    WEBHOOK_CA_FILE: caFile,
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
    REPORT_ANCHOR_WAIT: '1',
    WEBHOOK_RETRY_DELAYS: Array.from({ length: 100 }, () => '2').join(','),
  });
  return {
    receiver,
    authority,
    dump: join(folder, 'backup.dump'),
    urlOf: (name: string) => postgres.urlOf(OWNER, name),
    query,
    runTool: postgres.runTool,
    createDatabase: (name: string) => query(`create database ${name} owner ${OWNER}`),
    copyObjects: (from: string, to: string) =>
      cp(join(folder, from, 'objects'), join(folder, to, 'objects'), {
        recursive: true,
        preserveTimestamps: true,
        filter: (path) => basename(path) !== '.partial',
      }),
    objectPath: (name: string, key: string) => join(folder, name, 'objects', key),
    removeFolder: (name: string) => rm(join(folder, name), { recursive: true }),
    openContext: (name: string) => openTestContext(postgres.urlOf(SERVICE, name)),
    spawn: async (name: string) => {
      const { DATABASE_URL, ...env } = settingsOf(name);
      const server = await spawnServer('all', { databaseUrl: DATABASE_URL, env });
      spawned.push(server);
      return server;
    },
    verifyRestore: (name: string, argv: string[] = [], env: Record<string, string> = {}) =>
      runAdmin(
        {
          ...settingsOf(name),
          MASTER_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
          BASE_URL: 'http://127.0.0.1:1',
          SMTP_URL: 'smtp://127.0.0.1:1',
          ...env,
        },
        'verify-restore',
        ...argv,
      ),
    close: async () => {
      await Promise.all(spawned.map((server) => server.kill()));
      await receiver.close();
      await authority.close();
      await postgres.stop();
      await rm(folder, { recursive: true });
    },
  };
};

export type BackupWorld = Awaited<ReturnType<typeof openBackupWorld>>;

const run = promisify(execFile);
const NEEDED = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];
const DEBIAN = '/usr/lib/postgresql';
const OLDEST = 15;

/** The service's embedded PostgreSQL comes without pg_dump. */
export const findPostgresTools = (): string | undefined => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).filter((name) => Number(name) >= OLDEST) : [];
  const folders = [
    ...versions
      .toSorted((one, other) => Number(other) - Number(one))
      .map((name) => join(DEBIAN, name, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((folder) => NEEDED.every((name) => existsSync(join(folder, name))));
};

/** This PostgreSQL of the host's version trusts everybody on this machine. */
const startHostPostgres = async (tools: string) => {
  const location = await mkdtemp(join(tmpdir(), 'fis-host-postgres-'));
  const data = join(location, 'data');
  await mkdir(data, { mode: 0o700 });
  const user = await findPostgresUser(location);
  if (user) {
    await chown(location, user.uid, user.gid);
    await chown(data, user.uid, user.gid);
  }
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  const { succeeded, stderr } = await runAsUser({ file: join(tools, 'initdb'), args, user });
  if (!succeeded) throw new Error(stderr);
  const postgres = join(tools, 'postgres');
  const postmaster = await launchPostmaster({ location, postgres, user, onExit: () => {} });
  return {
    urlOf: (role: string, database: string) =>
      `postgresql://${role}@127.0.0.1:${postmaster.port}/${database}`,
    runTool: (name: string, ...argv: string[]) => run(join(tools, name), argv),
    stop: async () => {
      await postmaster.stop();
      await rm(location, { recursive: true });
    },
  };
};
