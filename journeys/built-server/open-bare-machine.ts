import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Shown to the machine as its own; the rest of the host is out of its sight. */
const MOUNTED = ['proc', 'dev'];

const SCRIPT = `
root=$1; shift
for name in ${MOUNTED.join(' ')}; do mount --rbind "/$name" "$root/$name" || exit; done
if [ -e "$root/meminfo" ]; then mount --bind "$root/meminfo" "$root/proc/meminfo" || exit; fi
mount --bind "$root/fis" "$root/fis" && mount -o remount,bind,ro "$root/fis" || exit
exec chroot "$root" "$@"`;

/** As root, or as root of a namespace of users. */
const UNSHARE = [['--mount'], ['--mount', '--map-root-user']].find(
  (flags) =>
    spawnSync('unshare', [...flags, 'sh', '-c', 'mount --bind /proc /mnt && chroot / true'], {
      stdio: 'ignore',
    }).status === 0,
);

/** Only on Linux, where mounts are not forbidden. */
export const canOpenBareMachine = UNSHARE !== undefined;

export type BareMachine = {
  /** The path of a folder of the machine, on the host. */
  pathOf: (path: string) => string;
  /** The command, as the host starts it: still one process, which gets the signals. */
  enter: (...command: string[]) => string[];
  close: () => Promise<void>;
};

/**
 * Its disk has what the archive has, the C and C++ libraries that its programs are linked with, and nothing else: no
 * shell, no checkout, no package and no Node.js of the host. What the archive has is read-only. `memoryMib` is what it says that it has.
 */
export const openBareMachine = async (archive: string, memoryMib?: number): Promise<BareMachine> => {
  const root = await mkdtemp(join(tmpdir(), 'fis-bare-'));
  for (const folder of [...MOUNTED, 'tmp', 'data', 'fis']) mkdirSync(join(root, folder));
  await run('tar', [
    '--extract',
    '--file',
    archive,
    '--strip-components=1',
    '--directory',
    join(root, 'fis'),
  ]);
  for (const library of await listLibraries(join(root, 'fis'))) {
    mkdirSync(dirname(join(root, library)), { recursive: true });
    copyFileSync(realpathSync(library), join(root, library));
  }
  if (memoryMib) writeFileSync(join(root, 'meminfo'), `MemTotal: ${memoryMib * 1024} kB\n`);
  return {
    pathOf: (path) => join(root, path),
    enter: (...command) => ['unshare', ...UNSHARE!, 'sh', '-c', SCRIPT, 'sh', root, ...command],
    close: () => rm(root, { recursive: true, force: true }),
  };
};

/** The programs of the archive are linked with these, on this host. */
export const listLibraries = async (folder: string): Promise<string[]> => {
  const linked = ['bin/node', ...globSync('node_modules/**/*.{node,so,so.*}', { cwd: folder })];
  const { stdout } = await run(
    'ldd',
    linked.map((file) => join(folder, file)),
  );
  const paths = [...stdout.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, path]) => path!);
  return [...new Set(paths)].filter((path) => !path.startsWith(folder));
};
