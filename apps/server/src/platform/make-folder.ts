import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** mkdir's `recursive` never returns below a folder that refuses new ones with ENOENT, such as /proc. */
export const makeFolder = async (folder: string, { mode = 0o777 }: { mode?: number } = {}): Promise<void> => {
  const path = resolve(folder);
  const error = await tryMake(path, mode);
  if (error?.code === 'ENOENT' && dirname(path) !== path) {
    await makeFolder(dirname(path), { mode });
    const again = await tryMake(path, mode);
    if (again) throw again;
  } else if (error) throw error;
};

const tryMake = async (path: string, mode: number): Promise<NodeJS.ErrnoException | undefined> => {
  try {
    await mkdir(path, { mode });
    return undefined;
  } catch (error) {
    const isThere = (await stat(path).catch(() => undefined))?.isDirectory();
    return isThere ? undefined : (error as NodeJS.ErrnoException);
  }
};
