import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTurnServer } from './find-turn-server.ts';

const program = findTurnServer();
/** Whether there is coturn: what needs a relay runs only then. */
export const hasTurnServer = program !== undefined;

/** coturn on this machine, with the settings that docs/self-hosting.md names. */
export const startTurnServer = async (secret: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'turn-'));
  const port = await findPort();
  const settings = {
    'listening-ip': '127.0.0.1',
    'listening-port': port,
    'relay-ip': '127.0.0.1',
    'static-auth-secret': secret,
    realm: 'example.com',
    pidfile: join(folder, 'pid'),
    'log-file': 'stdout',
  };
  const flags = ['-n', '--use-auth-secret', '--no-cli', '--no-tls', '--no-dtls', '--allow-loopback-peers'];
  const values = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  const child = spawn(program!, [...flags, ...values], { cwd: folder, stdio: 'ignore' });
  const ended = once(child, 'exit');
  return {
    port,
    close: async () => {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const findPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};
