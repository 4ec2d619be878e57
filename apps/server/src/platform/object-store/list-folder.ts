import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkPrefix } from './check-key.ts';
import { findObjectPath } from './object-path.ts';
import type { ListedObject } from './object-store.ts';

/** The objects below a folder of keys. What is deleted meanwhile is left out; links and hidden names are. */
export async function* listFolder(dir: string, prefix: string): AsyncGenerator<ListedObject> {
  const segments = checkPrefix(prefix);
  const folder = segments.length === 0 ? dir : await findObjectPath(dir, segments.join('/'));
  const isLink = folder && folder !== dir && !(await lstat(folder).catch(ignoreMissing))?.isDirectory();
  if (folder && !isLink) yield* walkFolder(folder, prefix);
}

async function* walkFolder(folder: string, prefix: string): AsyncGenerator<ListedObject> {
  for (const entry of (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? []) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walkFolder(path, `${prefix}${entry.name}/`);
    if (!entry.isFile()) continue;
    const found = await lstat(path).catch(ignoreMissing);
    if (found) yield { key: `${prefix}${entry.name}`, byte_size: found.size, modified_at: found.mtime };
  }
}

const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
};
