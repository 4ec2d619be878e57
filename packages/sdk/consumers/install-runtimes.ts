import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What a customer may have: each is a package of runtimes/package.json. */
export const NODE_VERSIONS = ['20', '22', '24'] as const;
export const TYPESCRIPT_VERSIONS = ['5.9', '6.0', '7.0'] as const;

const FOLDER = join(import.meta.dirname, 'runtimes');
const INSTALLED = join(FOLDER, 'node_modules');

export const nodeOf = (version: string) =>
  join(INSTALLED, `node-${version}-${process.platform}-${process.arch}`, 'bin/node');
export const typeScriptOf = (version: string) => join(INSTALLED, `typescript-${version}`, 'bin/tsc');
export const NPM = join(INSTALLED, 'npm/bin/npm-cli.js');

/** Brings them from the npm registry, unless they are there: 150 MB, and 5 s where the network is good. */
export async function installRuntimes(): Promise<void> {
  const stampFile = join(INSTALLED, '.installed');
  const lockfile = await readFile(join(FOLDER, 'pnpm-lock.yaml'), 'utf8');
  // The platform is in it for a checkout that a container shares with its host.
  const stamp = `${process.platform} ${process.arch}\n${lockfile}`;
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return;
  // CI: pnpm must not ask whether it may replace a node_modules made in another way.
  const env = { ...process.env, CI: 'true' };
  await promisify(execFile)('pnpm', ['install', '--frozen-lockfile'], { cwd: FOLDER, env, timeout: 240_000 });
  await writeFile(stampFile, stamp);
}
