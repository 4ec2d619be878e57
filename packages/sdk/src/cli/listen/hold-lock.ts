import { open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../account/make-folder.ts';
import { Hindrance } from '../command.ts';

/**
 * Holds a file's lock until what it returns is called: two that forward the same events would send each twice.
 *
 * @throws {Hindrance} when another process holds it
 */
export async function holdLock(file: string): Promise<() => Promise<void>> {
  const lock = `${file}.lock`;
  await makeFolder(dirname(lock));
  for (;;) {
    const handle = await open(lock, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return undefined;
    });
    if (handle) {
      await handle.writeFile(String(process.pid));
      await handle.close();
      return () => rm(lock, { force: true });
    }
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
    if (holder > 0 && isAlive(holder)) {
      throw new Hindrance(`Another listen forwards these events already: process ${holder}.`);
    }
    // Its holder was killed.
    await rm(lock, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // There is one, of somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
