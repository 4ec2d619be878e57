import { ConfigError } from './config.ts';
import { DataDirInUseError } from './demo/embedded-postgres/acquire-data-dir-lock.ts';
import { readRole } from './read-role.ts';
import { startServer } from './start-server.ts';

const main = async (): Promise<void> => {
  // Before the start: a signal that comes during it must still stop the database that it has started.
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
  const server = await startServer({ role: readRole(process.argv[2]), env: process.env });
  await stopped;
  await server.stop();
};

try {
  await main();
  process.exit(0);
} catch (error) {
  // What the host's operator can mend is said in words; a stack would hide it.
  const isMendable = error instanceof ConfigError || error instanceof DataDirInUseError;
  console.error(isMendable ? error.message : error);
  process.exit(1);
}
