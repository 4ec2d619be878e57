import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/**
 * A pool that has ended closes its connections a moment later: a connection that the server ends before is an error
 * without a listener. So whoever drops a database or stops PostgreSQL waits for them, at most `graceMs`.
 */
export const awaitConnectionsGone = async (
  postgresUrl: string,
  { database, graceMs }: { database: string; graceMs: number },
): Promise<void> => {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    const deadline = Date.now() + graceMs;
    const look = () => client.query('select from pg_stat_activity where datname = $1', [database]);
    while ((await look()).rowCount !== 0 && Date.now() < deadline) await sleep(10);
  } finally {
    await client.end();
  }
};
