import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { FaultWorld } from './open-fault-world.ts';

/** How a database goes and comes back. */
export type Restart = 'fast' | 'immediate' | 'down for a while' | 'failed over';

/** Brings the fault about, and resolves at the moment when the database takes writes again. */
export const restartDatabase = async (
  { postgres }: Pick<FaultWorld, 'postgres'>,
  { restart, awayMs }: { restart: Restart; awayMs: number },
): Promise<void> => {
  await postgres.stop(restart === 'immediate' ? 'immediate' : 'fast');
  if (restart === 'failed over') return failOver(postgres, awayMs);
  if (restart === 'down for a while') await sleep(awayMs);
  await postgres.start();
};

// A standby answers at the old address, which may only be read; after a while it is promoted.
const failOver = async ({ dataDir, databaseUrl, start }: FaultWorld['postgres'], awayMs: number) => {
  await writeFile(join(dataDir, 'standby.signal'), '');
  await start();
  await sleep(awayMs);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('select pg_promote()');
  await client.end();
};
