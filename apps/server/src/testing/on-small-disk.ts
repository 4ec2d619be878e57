import { spawnSync } from 'node:child_process';

/** Rights by which a mount of one's own is to be had here: as root, or as root of a namespace of users. */
const UNSHARE = [['-m'], ['-rm']].find(
  (flags) =>
    spawnSync('unshare', [...flags, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' }).status ===
    0,
);

/** Whether a process can have a small disk of its own here: on Linux, where mounts are not forbidden. */
export const canMountSmallDisk = UNSHARE !== undefined;

/**
 * Gives the command, in a namespace where the folder is a file system of so many bytes, which ends with the process.
 */
export const onSmallDisk = (command: string[], { dir, bytes }: { dir: string; bytes: number }): string[] => {
  const script = 'mkdir -p "$1" && mount -t tmpfs -o "size=$2,mode=700" tmpfs "$1" && shift 2 && exec "$@"';
  return ['unshare', ...UNSHARE!, 'sh', '-c', script, 'sh', dir, String(bytes), ...command];
};
