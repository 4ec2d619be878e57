import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes the files of a folder that nobody has written to since `before`; answers how many. */
export const sweepOldFiles = async (dir: string, before: Date): Promise<number> => {
  const names = await readdir(dir).catch(ignoreMissing);
  let count = 0;
  for (const name of names ?? []) {
    const file = join(dir, name);
    const found = await stat(file).catch(ignoreMissing);
    if (!found?.isFile() || found.mtime > before) continue;
    await rm(file, { force: true });
    count += 1;
  }
  return count;
};

const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};
