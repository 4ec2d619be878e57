import pg from 'pg';
import { measureCalls, takeEach, type Phase } from '../load/send-load.ts';
import type { SentStatement } from '../wire/record-client.ts';

/** node-postgres' own default: what a bare client has. */
const CONNECTIONS = 10;

/** The statements of calls, sent once more by a bare client: each text is prepared once a connection, by a name. */
export const openReplay = async (databaseUrl: string) => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    options: '-c TimeZone=UTC -c plan_cache_mode=force_generic_plan',
    max: CONNECTIONS,
  });
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `replay_${names.size}`;
    names.set(text, name);
    return name;
  };
  const send = async (client: pg.PoolClient, { text, values }: SentStatement): Promise<void> => {
    const isFrame = /^(begin|commit)/i.test(text);
    await client.query(isFrame ? text : { name: nameOf(text), text, values });
  };
  const call = async (statements: SentStatement[]): Promise<void> => {
    const client = await pool.connect();
    try {
      for (const statement of statements) await send(client, statement);
    } finally {
      client.release();
    }
  };
  return {
    pool,
    /** Sends each call's statements once, as many calls under way as `atOnce`. */
    run: (calls: SentStatement[][], atOnce: number): Promise<Phase> =>
      measureCalls({ atOnce, next: takeEach(calls) }, call),
    close: () => pool.end(),
  };
};
