import { rm } from 'node:fs/promises';
import pg from 'pg';
import { runDataDir } from '../../apps/server/src/testing/data-dir-of.ts';
import { findPostmaster } from '../load/read-processor-time.ts';
import type { BenchWorld } from '../open-bench-world.ts';
import { cloneDatabase } from '../stage/clone-database.ts';
import { fillSessions } from '../stage/fill-sessions.ts';
import { moveIn, type Tenant } from '../stage/move-in.ts';
import { recordAll } from './record-all.ts';
import type { Requests, Sizes } from './round.ts';
import { runRounds } from './run-rounds.ts';

export const measureRequests = async (world: BenchWorld, sizes: Sizes): Promise<Requests> => {
  const database = await world.openDatabase();
  const { databaseUrl } = database;
  try {
    const tenants: Tenant[] = [];
    while (tenants.length < sizes.organisations) tenants.push(await moveIn(database.context));
    await database.close();
    const organisationIds = tenants.map(({ organisationId }) => organisationId);
    await fillSessions(databaseUrl, { organisationIds, rows: sizes.rows });
    console.error('recording what the database is asked …');
    const recorded = await recordAll(await cloneDatabase(databaseUrl, 'bench_recorded'), tenants, sizes);
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
    const postmaster = await findPostmaster(pool);
    await pool.end();
    return await runRounds({ databaseUrl, postmaster, tenants, recorded, sizes });
  } finally {
    await rm(runDataDir(databaseUrl), { recursive: true, force: true });
  }
};
