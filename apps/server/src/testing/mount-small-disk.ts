import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MIB = 1024 * 1024;

export type SmallDisk = {
  path: string;
  fill: () => Promise<void>;
  free: () => Promise<void>;
  unmount: () => Promise<void>;
};

/**
 * In memory, of some MiB; or the reason why there is none. It takes root with the right to mount, which a container may
 * lack. A limit on the size of files is no stand-in: PostgreSQL answers it with an internal error (XX000, for EFBIG),
 * and never with a full disk.
 */
export const mountSmallDisk = async (mib: number): Promise<SmallDisk | { reason: string }> => {
  const path = await mkdtemp(join(tmpdir(), 'fis-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'fis-test', path]);
  } catch (error) {
    await rm(path, { recursive: true });
    return { reason: `no disk can be mounted here: ${(error as Error).message.trim()}` };
  }
  await chmod(path, 0o1777);
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: () => writeUntilFull(ballast),
    free: () => rm(ballast),
    unmount: async () => {
      await run('umount', ['--lazy', path]);
      await rm(path, { recursive: true });
    },
  };
};

const writeUntilFull = async (file: string): Promise<void> => {
  const handle = await open(file, 'a');
  try {
    for (const bytes of [MIB, 4_096]) {
      const part = Buffer.alloc(bytes);
      while (await handle.write(part).then(() => true, isSpaceLeft));
    }
  } finally {
    await handle.close();
  }
};

const isSpaceLeft = (error: NodeJS.ErrnoException): false => {
  if (error.code !== 'ENOSPC') throw error;
  return false;
};
