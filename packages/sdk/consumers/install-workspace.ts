import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Installs a workspace's locked packages from the npm registry, unless they are there. */
export async function installWorkspace(folder: string): Promise<void> {
  const stampFile = join(folder, 'node_modules/.installed');
  const lockfile = await readFile(join(folder, 'pnpm-lock.yaml'), 'utf8');
  // The platform is in it for a checkout that a container shares with its host.
  const stamp = `${process.platform} ${process.arch}\n${lockfile}`;
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return;
  // CI: pnpm must not ask whether it may replace a node_modules made in another way.
  const options = { cwd: folder, env: { ...process.env, CI: 'true' }, timeout: 240_000 };
  await promisify(execFile)('pnpm', ['install', '--frozen-lockfile'], options);
  await writeFile(stampFile, stamp);
}
