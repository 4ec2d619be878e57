import { spawnSync } from 'node:child_process';

/** A process may mount for itself as root, or as root of a namespace of users. */
const UNSHARE = [['-m'], ['-rm']].find(
  (flags) =>
    spawnSync('unshare', [...flags, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' }).status ===
    0,
);

/** Only on Linux, where mounts are not forbidden. */
export const canMountSmallDisk = UNSHARE !== undefined;

/** The command runs in a namespace where the folder is a file system of so many bytes, which ends with the process. */
export const onSmallDisk = (command: string[], { dir, bytes }: { dir: string; bytes: number }): string[] => {
  const script = 'mkdir -p "$1" && mount -t tmpfs -o "size=$2,mode=700" tmpfs "$1" && shift 2 && exec "$@"';
  return ['unshare', ...UNSHARE!, 'sh', '-c', script, 'sh', dir, String(bytes), ...command];
};
