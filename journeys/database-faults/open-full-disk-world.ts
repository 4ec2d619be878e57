import { chown, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { startOwnPostgres, type OwnPostgres } from '@field-inspection/server/testing/start-own-postgres';
import type { SmallDisk } from '@field-inspection/server/testing/mount-small-disk';
import pg from 'pg';
import { openFaultWorld } from './open-fault-world.ts';

/** A world whose rows lie on a small disk, and its log of changes on another: so most larger databases are laid out. */
export const openFullDiskWorld = async (disk: SmallDisk) => {
  const postgres = await startOwnPostgres();
  await moveRows(postgres, disk);
  return openFaultWorld({ postgres: Promise.resolve(postgres) });
};

const moveRows = async ({ databaseUrl, dataDir }: OwnPostgres, { path }: SmallDisk): Promise<void> => {
  const location = join(path, 'rows');
  await mkdir(location, { mode: 0o700 });
  const { uid, gid } = await stat(dataDir);
  await chown(location, uid, gid);
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/template1';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create tablespace small location '${location}'`);
  await client.query(`alter database ${name} set tablespace small`);
  await client.end();
};
