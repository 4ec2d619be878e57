import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@field-inspection/server/testing/find-free-port';
import { type Front, readOperatorsFile } from './front.ts';
import { openProgram } from './open-program.ts';

/** script/fetch-caddy unpacks it where the host has none. */
const FETCHED = join(import.meta.dirname, '../../.toolchain/caddy/caddy');

export const findCaddy = (): string | undefined =>
  [process.env['CADDY_PATH'], FETCHED, 'caddy'].find(
    (program) => program && spawnSync(program, ['version'], { stdio: 'ignore' }).status === 0,
  );

/** Its certificates come from an authority of its own, in place of the one that it asks over the internet. */
export const startCaddy = async (program: string, ports: readonly number[]): Promise<Front> => {
  const folder = await mkdtemp(join(tmpdir(), 'fis-caddy-'));
  const [port, plainPort, askPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const file = readOperatorsFile('Caddyfile', {
    'admin off': `admin off\nlocal_certs\nskip_install_trust\nhttp_port ${plainPort}\nhttps_port ${port}`,
    '127.0.0.1:5555': `127.0.0.1:${askPort}`,
  });
  await writeFile(join(folder, 'Caddyfile'), file);
  const child = spawn(program, ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      SITE: 'localhost',
      UPSTREAMS: ports.map((each) => `127.0.0.1:${each}`).join(' '),
    },
  });
  const root = join(folder, 'caddy/pki/authorities/local/root.crt');
  const { close } = await openProgram(child, port, () => existsSync(root));
  return {
    url: `https://localhost:${port}`,
    plainUrl: `http://localhost:${plainPort}`,
    ca: await readFile(root, 'utf8'),
    close: async () => {
      await close();
      await rm(folder, { recursive: true });
    },
  };
};
