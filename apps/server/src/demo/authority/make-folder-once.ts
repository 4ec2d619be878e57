import { chmod, mkdtemp, rename, rm, stat } from 'node:fs/promises';

/** Makes a folder with all that `write` puts there, unless it exists: of several at once, one wins. */
export async function makeFolderOnce(home: string, write: (draft: string) => Promise<void>): Promise<void> {
  if (await stat(home).catch(() => null)) return;
  const draft = await mkdtemp(`${home}.new-`);
  try {
    await write(draft);
    await chmod(draft, 0o755);
    // A single rename makes all files appear together.
    await rename(draft, home);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!isTaken(error)) throw error;
  }
}

function isTaken(error: unknown): boolean {
  return ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '');
}
