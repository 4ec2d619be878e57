import pg from 'pg';
import { startChild } from '../harness/start-child.ts';
import { composeRequest } from '../load/connection.ts';
import { measureCalls, takeEach, type Phase } from '../load/send-load.ts';
import type { SentStatement } from '../../apps/server/src/testing/record-client.ts';
import type { ReadCase } from './list-reads.ts';

export const startBareServer = async (databaseUrl: string, reads: readonly ReadCase[]) => {
  const { pid, ask, stop } = startChild(new URL('bare-server.ts', import.meta.url));
  const { port } = await ask<{ port: number }>({ databaseUrl, texts: reads.map(({ bare }) => bare.text) });
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    pid,
    /** The requests that ask the bare server for what a case asks the service for. */
    requestsOf: (read: ReadCase): Buffer[] =>
      read.bare.requests.map((values) => {
        const query = values.map((value) => `value=${encodeURIComponent(value)}`).join('&');
        return composeRequest({ method: 'GET', path: `/${reads.indexOf(read)}?${query}` });
      }),
    stop,
  };
};

/** A bare client repeats the statements of calls; each text is prepared once a connection. */
export const openReplay = (databaseUrl: string) => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    options: '-c TimeZone=UTC -c plan_cache_mode=force_generic_plan',
  });
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `replay_${names.size}`;
    names.set(text, name);
    return name;
  };
  const call = async (statements: SentStatement[]): Promise<void> => {
    const client = await pool.connect();
    try {
      for (const { text, values } of statements) {
        const isFrame = /^(begin|commit)/i.test(text);
        await client.query(isFrame ? text : { name: nameOf(text), text, values });
      }
    } finally {
      client.release();
    }
  };
  return {
    pool,
    /** Sends each call's statements once, with `atOnce` calls under way. */
    run: (calls: SentStatement[][], atOnce: number): Promise<Phase> =>
      measureCalls({ atOnce, next: takeEach(calls) }, call),
    close: () => pool.end(),
  };
};
