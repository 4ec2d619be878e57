import { readFile } from 'node:fs/promises';

/** The contents of certificate files. A name that can't be read is in the error. */
export function readRootFiles(paths: readonly string[]): Promise<Uint8Array[]> {
  return Promise.all(paths.map((path) => readFile(path)));
}
