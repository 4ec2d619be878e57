import './config/lend-home.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, readConfig } from './config/read-config.ts';
import { readRole, requireShared, USAGE } from './config/read-role.ts';
import { limitHeap, readHost } from './config/suit-host.ts';
import type { Settings } from './context.ts';
import { outliveRejections } from './outlive-rejections.ts';
import { IS_BUILT } from './paths.ts';
import type { Start } from './start-server.ts';
import { VERSION } from './version.ts';

const main = async (): Promise<void> => {
  // Signals are heard before the start: a signal during it must still stop the database.
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
  const server = await Promise.race([start(), stopped.then(giveUp)]);
  outliveRejections(server.context);
  await stopped;
  await server.stop();
};

const start = async () => {
  // A mistyped word comes before all that is missing.
  const role = readRole(process.argv[2]);
  const settings = readConfig(process.env);
  requireShared(role, settings.config);
  let loading: ReturnType<typeof importServer> | undefined;
  const load = () => {
    loading ??= importServer();
    // The import's failure is handled below, when the database can be closed.
    loading.catch(() => {});
    return loading;
  };
  // Loading the service keeps this process busy: the embedded database starts before, in processes of its own.
  const opened = await openStart(settings, load);
  const { startServer } = await load().catch(async (error: unknown) => {
    await opened.close?.();
    throw error;
  });
  return startServer(role, opened);
};

const importServer = () => import('./start-server.ts');

/** Milliseconds for a start that was told to stop to end in good order: hosts kill a process after 30 seconds. */
const STOP_WHILE_STARTING_MS = 25_000;

const giveUp = async (): Promise<never> => {
  await sleep(STOP_WHILE_STARTING_MS);
  throw new ConfigError('Stopped before the start was over.');
};

// A server with DATABASE_URL loads nothing of the embedded database.
const openStart = async (settings: Settings, onLaunch: () => void): Promise<Start> => {
  if (!settings.config.embedded) return settings;
  const { openEmbedded } = await import('./demo/open-embedded.ts');
  return openEmbedded(settings, onLaunch);
};

/** In a checkout script/server gives the limit. A build begins again with it: still as the same process. */
const limitOwnHeap = (): void => {
  if (!IS_BUILT || process.execArgv.length > 0) return;
  const option = limitHeap(readHost(), process.env.NODE_OPTIONS);
  if (option) process.execve?.(process.execPath, [process.execPath, option, ...process.argv.slice(1)]);
};

const asks = (...options: string[]): boolean => process.argv.slice(2).some((word) => options.includes(word));

try {
  if (asks('--help', '-h')) console.log(USAGE);
  else if (asks('--version')) console.log(VERSION);
  else {
    limitOwnHeap();
    await main();
  }
  process.exit(0);
} catch (error) {
  // The operator of the host can mend such a failure by its words; a stack would hide them.
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
