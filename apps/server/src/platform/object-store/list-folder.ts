import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkPrefix } from './object-key.ts';
import type { ListedObject } from './object-store.ts';
import { findObjectPath, ignoreMissing } from './object-path.ts';

/** A million names would be 100 MB. */
const NAMES_AT_ONCE = 10_000;

type Options = { after?: string | undefined; namesAtOnce?: number };

/** By segments, behind the key `after`, without links, hidden names and objects that are deleted meanwhile. */
export async function* listFolder(
  dir: string,
  prefix: string,
  { after = '', namesAtOnce = NAMES_AT_ONCE }: Options = {},
): AsyncGenerator<ListedObject> {
  const segments = checkPrefix(prefix);
  const folder = segments.length === 0 ? dir : await findObjectPath(dir, segments.join('/'));
  const isLink = folder && folder !== dir && !(await lstat(folder).catch(ignoreMissing))?.isDirectory();
  if (!folder || isLink) return;
  const behind = after.startsWith(prefix) ? after.slice(prefix.length).split('/') : [];
  yield* walkFolder({ folder, prefix, namesAtOnce }, behind);
}

type Walk = { folder: string; prefix: string; namesAtOnce: number };

async function* walkFolder(
  { folder, prefix, namesAtOnce }: Walk,
  behind: string[],
): AsyncGenerator<ListedObject> {
  const [first = '', ...rest] = behind;
  const isAt = (entry: Entry) => entry.name === first && entry.isFolder;
  let isWanted = (entry: Entry) => entry.name > first || isAt(entry);
  for (;;) {
    const entries = await readEntries(folder, isWanted, namesAtOnce);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      const key = `${prefix}${entry.name}`;
      if (entry.isFolder) {
        yield* walkFolder({ folder: path, prefix: `${key}/`, namesAtOnce }, isAt(entry) ? rest : []);
        continue;
      }
      const found = await lstat(path).catch(ignoreMissing);
      if (found) yield { key, byte_size: found.size, modified_at: found.mtime };
    }
    if (entries.length < namesAtOnce) return;
    const last = entries.at(-1)!.name;
    isWanted = ({ name }) => name > last;
  }
}

type Entry = { name: string; isFolder: boolean };

/** Reads the whole folder for the first wanted entries, and holds few of them. */
const readEntries = async (
  folder: string,
  isWanted: (entry: Entry) => boolean,
  count: number,
): Promise<Entry[]> => {
  const opened = await opendir(folder, { bufferSize: 1_000 }).catch(ignoreMissing);
  if (!opened) return [];
  let first: Entry[] = [];
  for await (const found of opened) {
    const entry = { name: found.name, isFolder: found.isDirectory() };
    const isObject = !entry.name.startsWith('.') && (entry.isFolder || found.isFile());
    if (!isObject || !isWanted(entry)) continue;
    first.push(entry);
    if (first.length === 2 * count) first = takeFirst(first, count);
  }
  return takeFirst(first, count);
};

const takeFirst = (entries: Entry[], count: number): Entry[] =>
  entries.sort((one, other) => (one.name < other.name ? -1 : 1)).slice(0, count);
