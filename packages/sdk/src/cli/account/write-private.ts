import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';

/** Writes a file that only its owner may read, all of it or nothing. */
export async function writePrivate(path: string, content: unknown): Promise<void> {
  await makeFolder(dirname(path));
  const fresh = `${path}.${process.pid}`;
  const file = await open(fresh, 'w', 0o600);
  try {
    // A file that was left behind keeps the mode it had.
    await file.chmod(0o600);
    await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, path);
}
