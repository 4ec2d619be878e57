import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder that only its owner may enter, and those above it. Not by mkdir's own `recursive`: below a folder
 * that refuses new ones with ENOENT, such as /proc, that never comes back.
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
