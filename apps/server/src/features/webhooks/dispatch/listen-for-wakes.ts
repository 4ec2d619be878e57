import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Context } from '../../../context.ts';
import { beatListener } from '../../../platform/database/beat-listener.ts';
import { MEANING, toOptions } from '../../../platform/database/pools/pool-settings.ts';
import { withOptions } from '../../../platform/database/pools/with-options.ts';
import { WatchedClient } from '../../../platform/database/watched-client.ts';

const RETRY_MS = 1_000;
const CLOSE_MS = 1_000;

/** Hears of wakes on a connection of its own, which is made again when it breaks; the poll goes on meanwhile. */
export const listenForWakes = (
  { log }: Pick<Context, 'log'>,
  { databaseUrl, onWake }: { databaseUrl: string; onWake: () => void },
): { stop: () => Promise<void> } => {
  let isStopped = false;
  let client: pg.Client;
  const listen = async (): Promise<void> => {
    client = new WatchedClient({
      connectionString: withOptions(databaseUrl, toOptions(MEANING)),
      connectionTimeoutMillis: 4_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      query_timeout: 5_000,
    });
    const broken = new Promise<never>((_, reject) => {
      client.on('error', reject);
      client.on('end', () => reject(new Error('the database ended the connection')));
    });
    client.on('notification', onWake);
    const listening = client.connect().then(() => client.query('listen webhook_wakes'));
    // What was told before it listened is looked for once.
    await Promise.race([broken, listening.then(onWake)]);
    const stopBeat = beatListener(client);
    await broken.finally(stopBeat);
  };
  const keepListening = async (): Promise<void> => {
    while (!isStopped) {
      await listen().catch((error: unknown) => {
        if (!isStopped) log.warn({ err: error }, 'not listening for webhook wakes');
      });
      await client.end().catch(() => {});
      if (!isStopped) await sleep(RETRY_MS, undefined, { ref: false });
    }
  };
  void keepListening();
  return {
    stop: async () => {
      isStopped = true;
      // A connection whose other end has vanished never closes.
      await Promise.race([client.end().catch(() => {}), sleep(CLOSE_MS, undefined, { ref: false })]);
    },
  };
};
