import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it, for its owner alone. mkdir's own `recursive` never returns below a folder that
 * refuses new ones with ENOENT, such as /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  const error = await tryMake(path);
  if (error?.code !== 'ENOENT' || dirname(path) === path) {
    if (error) throw error;
    return;
  }
  await makeFolder(dirname(path));
  const again = await tryMake(path);
  if (again) throw again;
}

async function tryMake(path: string): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await mkdir(path, { mode: 0o700 });
    return undefined;
  } catch (error) {
    const isThere = (await stat(path).catch(() => undefined))?.isDirectory();
    return isThere ? undefined : (error as NodeJS.ErrnoException);
  }
}
