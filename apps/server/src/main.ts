import { ConfigError, readConfig } from './config/read-config.ts';
import { readRole } from './config/read-role.ts';
import type { Settings } from './context.ts';
import { startServer, type Start } from './start-server.ts';

const main = async (): Promise<void> => {
  // Before the start, since a signal during it must still stop the database that was started.
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
  const settings = readConfig(process.env);
  const role = readRole(process.argv[2], settings.config);
  const server = await startServer(role, await openStart(settings));
  await stopped;
  await server.stop();
};

// A server with DATABASE_URL loads nothing of the embedded database.
const openStart = async (settings: Settings): Promise<Start> => {
  if (!settings.config.embedded) return settings;
  const { openEmbedded } = await import('./demo/open-embedded.ts');
  return openEmbedded(settings);
};

try {
  await main();
  process.exit(0);
} catch (error) {
  // What the host's operator can mend is said in words; a stack would hide it.
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
