import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestAuthority } from '@field-inspection/server/testing/create-test-authority';
import { findFreePort } from '@field-inspection/server/testing/find-free-port';

const FETCHED = join(import.meta.dirname, '../../.toolchain/coturn/turnserver');

/** undefined where there is no coturn. */
const findTurnServer = (): string | undefined =>
  [process.env['TURNSERVER_PATH'], FETCHED, 'turnserver'].find(
    (program) => program && spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0,
  );

const program = findTurnServer();
export const hasTurnServer = program !== undefined;

/** `plain`: UDP and TCP. `tls`: TLS alone, with a certificate that nobody trusts. */
type Manner = 'plain' | 'tls';

export const startTurnServer = async (secret: string, manner: Manner = 'plain') => {
  const folder = await mkdtemp(join(tmpdir(), 'turn-'));
  const port = await findFreePort();
  const settings = {
    ...(manner === 'plain' ? { 'listening-port': port } : await certify(folder, port)),
    'listening-ip': '127.0.0.1',
    'relay-ip': '127.0.0.1',
    'static-auth-secret': secret,
    realm: 'example.com',
    pidfile: join(folder, 'pid'),
    'log-file': 'stdout',
  };
  const left = manner === 'plain' ? ['--no-tls', '--no-dtls'] : ['--no-udp', '--no-tcp', '--no-dtls'];
  const flags = ['-n', '--use-auth-secret', '--no-cli', '--allow-loopback-peers', ...left];
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

const certify = async (folder: string, port: number) => {
  const { cert, key } = createTestAuthority().issue();
  const files = { cert: join(folder, 'cert.pem'), pkey: join(folder, 'key.pem') };
  await Promise.all([writeFile(files.cert, cert), writeFile(files.pkey, key)]);
  return { 'tls-listening-port': port, ...files };
};
