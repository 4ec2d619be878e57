import { ConfigError, readConfig } from './config/read-config.ts';
import { readRole } from './config/read-role.ts';
import { startServer, type Start } from './start-server.ts';

const main = async (): Promise<void> => {
  // Before the start, since a signal during it must still stop the database that was started.
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
  const server = await startServer(readRole(process.argv[2]), await readStart());
  await stopped;
  await server.stop();
};

// A server with DATABASE_URL loads nothing of the embedded database.
const readStart = async (): Promise<Start> => {
  const settings = readConfig(process.env);
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
