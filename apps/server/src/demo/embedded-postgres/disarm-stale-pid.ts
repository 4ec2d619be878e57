import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';

/**
 * PostgreSQL refuses to start while the pid in its postmaster.pid is alive, even when that is another
 * program's or a zombie's by now. It takes its own parent's pid for stale, which ours will be. The file is
 * not deleted, because its line about shared memory still guards the data against surviving children.
 */
export async function disarmStalePid(location: string): Promise<void> {
  // NOFOLLOW: this folder belongs to PostgreSQL's user, and we may be root.
  const flags = constants.O_RDWR | constants.O_NOFOLLOW;
  const file = await open(path.join(location, 'data/postmaster.pid'), flags).catch(() => null);
  if (file === null) return;
  try {
    const [, ...rest] = (await file.readFile('utf8')).split('\n');
    const text = [process.pid, ...rest].join('\n');
    await file.write(text, 0);
    await file.truncate(Buffer.byteLength(text));
  } finally {
    await file.close();
  }
}
