import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..');

const NEEDED = ['apps', 'packages', 'prisma', 'script', 'examples', 'docs', '.changeset', 'README.md'].concat(
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'tsconfig.base.json',
);
const LEFT_OUT = ['packages/sdk/consumers/runtimes', 'packages/sdk/dist'];

/** A copy for tests that change the project, or run it as a user does; it shares the installed packages. */
export const copyTree = async () => {
  const tree = await mkdtemp(join(tmpdir(), 'fis-tree-'));
  const filter = (path: string) => !LEFT_OUT.includes(relative(ROOT, path));
  for (const name of NEEDED) {
    await cp(join(ROOT, name), join(tree, name), { recursive: true, verbatimSymlinks: true, filter });
  }
  for (const name of ['node_modules', '.toolchain']) await symlink(join(ROOT, name), join(tree, name));
  return { tree, remove: () => rm(tree, { recursive: true, force: true }) };
};
