import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { listLibraries } from './open-bare-machine.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

/** script/fetch-buildah brings it. */
const BUILDAH = process.env.BUILDAH_PATH ?? join(ROOT, '.toolchain/buildah/buildah');

/** It takes root, which may be another user, and the right to mount. */
export const canBuildImage =
  process.getuid?.() === 0 &&
  existsSync(BUILDAH) &&
  spawnSync('unshare', ['--mount', 'mount', '--bind', '/proc', '/mnt'], { stdio: 'ignore' }).status === 0;

export type Image = {
  config: Record<string, unknown>;
  root: string;
  enter: (...command: string[]) => string[];
};

const USER = 10_001;

// As an engine runs it: the root is read-only, /data a volume of the image's user, /tmp in memory.
const SCRIPT = `
root=$1; data=$2; shift 2
mount --bind "$root" "$root" && mount --bind "$data" "$root/data" && mount -t tmpfs -o mode=1777 tmpfs "$root/tmp" || exit
for name in proc dev; do mount --rbind "/$name" "$root/$name" || exit; done
mount -o remount,bind,ro "$root" || exit
exec setpriv --no-new-privs chroot --userspec=${USER}:${USER} "$root" "$@"`;

/** `out` has the folder of a build; the base is the C and C++ libraries that it needs, and nothing else. */
export const buildImage = async (out: string, name: string): Promise<Image> => {
  const buildah = async (...args: string[]) => (await run(BUILDAH, args, { cwd: out })).stdout.trim();
  for (const library of await listLibraries(join(out, name))) {
    mkdirSync(dirname(join(out, 'base', library)), { recursive: true });
    copyFileSync(realpathSync(library), join(out, 'base', library));
  }
  writeFileSync(join(out, 'Containerfile.base'), 'FROM scratch\nCOPY base /\n');
  copyFileSync(join(ROOT, 'Containerfile'), join(out, 'Containerfile'));
  // No health check is in the other format.
  const flags = ['bud', '--isolation=chroot', '--network=host', '--format=docker', '--quiet'];
  await buildah(...flags, '--tag=localhost/base', '--file=/context/Containerfile.base', '/context');
  const given = ['--build-arg=BASE=localhost/base', `--build-arg=FOLDER=${name}`];
  await buildah(...flags, ...given, '--tag=localhost/fis', '--file=/context/Containerfile', '/context');
  const container = await buildah('from', '--pull-never', 'localhost/fis');
  const root = (await buildah('mount', container)).replace('/context', out);
  const inspected = JSON.parse(await buildah('inspect', '--type=image', 'localhost/fis')) as {
    Docker: { config: Record<string, unknown> };
  };
  const data = join(out, 'data');
  await mkdir(data);
  await chown(data, USER, USER);
  // Engines make what they mount upon.
  for (const folder of ['proc', 'dev', 'tmp', 'data']) await mkdir(join(root, folder), { recursive: true });
  return {
    config: inspected.Docker.config,
    root,
    enter: (...command) => ['unshare', '--mount', 'sh', '-c', SCRIPT, 'sh', root, data, ...command],
  };
};
