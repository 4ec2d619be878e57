import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const ARCHITECTURES = ['x64', 'arm64'] as const;
export type Architecture = (typeof ARCHITECTURES)[number];

/** Its lockfile has the hash of each part, for either processor. */
const PARTS = join(import.meta.dirname, 'parts');

/** Node.js, and the packages with native modules: as they are published, for the processor that is asked for. */
export const installParts = async (folder: string, arch: Architecture): Promise<void> => {
  const work = `${folder}.parts`;
  await rm(work, { recursive: true, force: true });
  await cp(PARTS, work, { recursive: true });
  try {
    await promisify(execFile)(
      'pnpm',
      [...INSTALL, `--cpu=${arch}`, '--os=linux', '--libc=glibc'],
      // pnpm asks nothing of a machine.
      { cwd: work, env: { ...process.env, CI: 'true' } },
    );
    await movePackages(join(work, 'node_modules'), folder, arch);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

const INSTALL = [
  'install',
  '--frozen-lockfile',
  '--ignore-workspace',
  '--ignore-scripts',
  // Plain folders: nothing is a link into another folder.
  '--node-linker=hoisted',
  '--package-import-method=copy',
];

const movePackages = async (from: string, folder: string, arch: Architecture): Promise<void> => {
  const node = `node-linux-${arch}`;
  await mkdir(join(folder, 'bin'), { recursive: true });
  await copyFile(join(from, node, 'bin/node'), join(folder, 'bin/node'));
  await copyFile(join(from, node, 'LICENSE'), join(folder, 'bin/LICENSE'));
  const packages = (await readdir(from)).filter((name) => !name.startsWith('.') && name !== node);
  for (const name of packages)
    await cp(join(from, name), join(folder, 'node_modules', name), { recursive: true });
};
