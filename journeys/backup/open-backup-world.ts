import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createTestAuthority } from '@field-inspection/server/testing/create-test-authority';
import { openTestContext } from '@field-inspection/server/testing/open-test-context';
import { runAdmin } from '@field-inspection/server/testing/run-admin';
import { spawnServer, type SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { startTimestampAuthority } from '@field-inspection/server/testing/start-timestamp-authority';
import pg from 'pg';
import { openWebhookReceiver } from '../open-webhook-receiver.ts';
import { startHostPostgres } from './host-postgres.ts';

const OWNER = 'fis_owner';
const SERVICE = 'fis_service';

/** Opens a service with its two roles, an authority and a receiver, whose database and objects can be backed up. */
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
    /** Copies objects, which the guide does by rsync. */
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
