import { ConfigError } from './config.ts';
import { DataDirInUseError } from './platform/embedded-postgres/acquire-data-dir-lock.ts';
import { readRole } from './read-role.ts';
import { startServer } from './start-server.ts';

try {
  const server = await startServer({ role: readRole(process.argv[2]), env: process.env });
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      server.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  // What the host's operator can mend is said in words; a stack would hide it.
  const isMendable = error instanceof ConfigError || error instanceof DataDirInUseError;
  console.error(isMendable ? error.message : error);
  process.exit(1);
}
