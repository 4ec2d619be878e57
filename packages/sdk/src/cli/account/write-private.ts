import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';

export async function writePrivate(path: string, content: unknown): Promise<void> {
  await makeFolder(dirname(path));
  const fresh = `${path}.${process.pid}`;
  const file = await open(fresh, 'w', 0o600);
  try {
    // A leftover file keeps its earlier mode.
    await file.chmod(0o600);
    await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, path);
}
