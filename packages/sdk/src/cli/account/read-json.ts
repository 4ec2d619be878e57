import { readFile } from 'node:fs/promises';
import { Misuse } from '../command.ts';

/** Reads a file of this program; undefined when there is none. */
export async function readJson<T>(path: string): Promise<Partial<T> | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Partial<T>;
  } catch {
    throw new Misuse(`${path} is damaged: delete it, and log in again.`);
  }
}
