import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Context } from '../context.ts';

type Filling = {
  databaseUrl: string;
  organisationId: string;
  count: number;
  /** When they were stored. */
  at: Date;
  /** One of so many has no row. */
  orphanEach: number;
};

/** Fills the folder of objects with those of one organisation, an owner each, and writes the rows of all but the orphans. */
export const fillObjects = async (
  { config }: Pick<Context, 'config'>,
  { databaseUrl, organisationId, count, at, orphanEach }: Filling,
): Promise<{ remove: () => void }> => {
  const dir = join(config.dataDir, 'objects');
  for (let n = 1; n <= count; n += 1) {
    const id = `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
    const folder = join(dir, organisationId, id);
    const file = join(folder, n.toString(16).padStart(64, '0'));
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, 'x');
    utimesSync(file, at, at);
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Without the checks of foreign keys, which would take most of it.
    await client.query('set session_replication_role = replica');
    await client.query(ROWS, [organisationId, count, orphanEach]);
    await client.query('vacuum analyze evidence');
  } finally {
    await client.end();
  }
  return { remove: () => rmSync(dir, { recursive: true }) };
};

const ROWS = `
  insert into evidence
    (organisation_id, id, session_id, kind, status, mime, sha256, byte_size, received_at, created_at, updated_at)
  select $1, id, id, 'photo', 'ready', 'image/jpeg', lpad(to_hex(n), 64, '0'), 1, now(), now(), now()
  from generate_series(1, $2::int) n,
    lateral (select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id) i
  where n % $3::int > 0`;
