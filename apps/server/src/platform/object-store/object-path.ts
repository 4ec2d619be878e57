import { lstat, mkdir, open, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../make-folder.ts';
import { checkKey } from './object-key.ts';

export const findObjectPath = async (dir: string, key: string): Promise<string | undefined> => {
  const segments = checkKey(key);
  const root = await realpath(dir).catch(ignoreMissing);
  if (!root) return undefined;
  const folder = join(root, ...segments.slice(0, -1));
  const real = await realpath(folder).catch(ignoreMissing);
  return real === folder ? join(folder, segments.at(-1)!) : undefined;
};

export const prepareObjectPath = async (dir: string, key: string): Promise<string> => {
  const segments = checkKey(key);
  await makeFolder(dir, { mode: 0o700 });
  let folder = await realpath(dir);
  for (const segment of segments.slice(0, -1)) {
    folder = join(folder, segment);
    await makeDirectory(folder);
  }
  return join(folder, segments.at(-1)!);
};

/**
 * A name outlasts a power failure only when its directory has been synced (fsync(2)). All folders from `dir` down are
 * synced, also existing ones, since whoever made them may have died before that.
 */
export const syncObjectPath = async (dir: string, key: string, path: string): Promise<void> => {
  let folder = path;
  for (const _ of checkKey(key)) {
    folder = dirname(folder);
    await syncDirectory(folder);
  }
  await syncDirectory(dirname(dir));
};

const syncDirectory = async (dir: string): Promise<void> => {
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const makeDirectory = async (dir: string): Promise<void> => {
  try {
    await mkdir(dir, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // A recursive mkdir would follow a link and make folders behind it.
    if ((await lstat(dir)).isDirectory()) return;
    throw new TypeError(`${dir} is a file or a link where a folder of objects should be`, { cause: error });
  }
};

export const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
};
