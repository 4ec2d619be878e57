import { createApp } from '../app.ts';
import type { Context } from '../context.ts';
import { attachSignalling } from '../features/media/attach-signalling.ts';
import { createHealth } from '../http/probes/health.ts';
import { listenHttp } from '../http/listen-http.ts';
import { writeEffects } from '../effects/write-effects.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createTransact } from '../platform/database/transact.ts';
import type { TestServer } from './start-test-server.ts';

export type SecondServer = { context: Context; baseUrl: string; close: () => Promise<void> };

/** The second server has the first one's clock and keys, as another process would. */
export const startSecondServer = async (
  { context: first, databaseUrl }: Pick<TestServer, 'context' | 'databaseUrl'>,
  times: Parameters<typeof attachSignalling>[2] = {},
): Promise<SecondServer> => {
  const database = openDatabase({ databaseUrl, maxConnections: 5 });
  const transact = createTransact({ database, clock: first.clock, writeEffects });
  const context: Context = { ...first, database, transact, metrics: createMetrics() };
  const listener = await listenHttp(
    createApp(context, createHealth(context)),
    {
      port: 0,
      host: '127.0.0.1',
    },
    context,
  );
  const signalling = await attachSignalling(context, listener.server, times);
  return {
    context,
    baseUrl: `http://127.0.0.1:${listener.port}`,
    close: async () => {
      await signalling.close();
      await listener.close();
      await database.close();
    },
  };
};
