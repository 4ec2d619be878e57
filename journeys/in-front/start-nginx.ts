import { execFileSync, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestAuthority } from '@field-inspection/server/testing/create-test-authority';
import { findFreePort } from '@field-inspection/server/testing/find-free-port';
import { type Front, readOperatorsFile } from './front.ts';
import { openProgram } from './open-program.ts';

/** script/fetch-nginx unpacks it where the host has none that is new enough. */
const FETCHED = join(import.meta.dirname, '../../.toolchain/nginx/nginx');

/** HTTP/2 is a directive of its own since 1.25.1. */
export const findNginx = (): string | undefined =>
  [process.env['NGINX_PATH'], FETCHED, 'nginx'].find((program) => {
    const [, major, minor] = /^nginx version: nginx\/(\d+)\.(\d+)/.exec(readVersion(program)) ?? [];
    return Number(major) > 1 || Number(minor) >= 26;
  });

const readVersion = (program: string | undefined): string => {
  try {
    // It says its version where errors go.
    return program ? execFileSync('sh', ['-c', '"$0" -v 2>&1', program], { encoding: 'utf8' }) : '';
  } catch {
    return '';
  }
};

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

export const startNginx = async (
  program: string,
  { ports: [first, second], authority }: { ports: readonly [number, number]; authority: TestAuthority },
): Promise<Front> => {
  const folder = await mkdtemp(join(tmpdir(), 'fis-nginx-'));
  await chmod(folder, 0o755);
  const [port, plainPort] = [await findFreePort(), await findFreePort()];
  const { cert, key } = authority.issue();
  const file = readOperatorsFile('nginx.conf', {
    '127.0.0.1:3000': `127.0.0.1:${first}`,
    '127.0.0.1:3010': `127.0.0.1:${second}`,
    'listen 80 ': `listen 127.0.0.1:${plainPort} `,
    'listen 443 ': `listen 127.0.0.1:${port} `,
    'listen [::]:80 default_server;': '',
    'listen [::]:443 ssl default_server;': '',
    '/etc/nginx/tls/': `${folder}/`,
    'http {': ['http {', ...TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`)].join('\n'),
  });
  await writeFile(join(folder, 'fullchain.pem'), cert);
  await writeFile(join(folder, 'privkey.pem'), key);
  await writeFile(join(folder, 'nginx.conf'), file);
  const asNobody = process.getuid?.() === 0 ? 'user nobody nogroup;' : '';
  const own = `daemon off; pid ${folder}/nginx.pid; ${asNobody}`;
  const child = spawn(program, ['-p', folder, '-c', `${folder}/nginx.conf`, '-e', 'stderr', '-g', own], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { close } = await openProgram(child, port);
  return {
    url: `https://localhost:${port}`,
    plainUrl: `http://localhost:${plainPort}`,
    ca: authority.ca,
    close: async () => {
      await close();
      await rm(folder, { recursive: true });
    },
  };
};
