import { readFileSync } from 'node:fs';
import { request } from 'node:http';

/*
 * An image asks this program whether its process is alive: which port that is served on, follows from the role that the
 * process was started with. It needs no shell and no other program, and loads nothing of the service.
 */

const DEADLINE_MS = 3_000;

/** `command` is that of the process, as /proc has it: words that end with a zero. */
export const choosePort = (command: string, env: Record<string, string | undefined>): string =>
  command.split('\0').includes('worker') ? env.WORKER_PORT || '3001' : env.PORT || '3000';

/** A process that listens on all addresses listens on the loopback, too. */
export const chooseHost = ({ LISTEN_ADDRESS }: Record<string, string | undefined>): string =>
  !LISTEN_ADDRESS || LISTEN_ADDRESS === '0.0.0.0' || LISTEN_ADDRESS === '::' ? '127.0.0.1' : LISTEN_ADDRESS;

export const isAlive = (port: string, host = '127.0.0.1'): Promise<boolean> =>
  new Promise((resolve) => {
    const asking = request({ host, port, path: '/livez', timeout: DEADLINE_MS, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    asking.on('timeout', () => asking.destroy());
    asking.on('error', () => resolve(false));
    asking.end();
  });

if (import.meta.main) {
  // In a container the service is the first process.
  const port = choosePort(readFileSync('/proc/1/cmdline', 'utf8'), process.env);
  process.exitCode = (await isAlive(port, chooseHost(process.env))) ? 0 : 1;
}
