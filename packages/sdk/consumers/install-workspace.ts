import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Downloads the locked packages from the npm registry, unless they are there. */
export async function installWorkspace(folder: string): Promise<void> {
  const stampFile = join(folder, 'node_modules/.installed');
  const lockfile = await readFile(join(folder, 'pnpm-lock.yaml'), 'utf8');
  // Names the platform, since a container may share the checkout with its host.
  const stamp = `${process.platform} ${process.arch}\n${lockfile}`;
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return;
  // CI keeps pnpm from asking whether it may replace a node_modules that was made otherwise.
  const options = { cwd: folder, env: { ...process.env, CI: 'true' }, timeout: 240_000 };
  await promisify(execFile)('pnpm', ['install', '--frozen-lockfile'], options);
  await writeFile(stampFile, stamp);
}
