import { lstat, mkdir } from 'node:fs/promises';

/**
 * Gives a folder that everybody may pass through and only we may change. In a folder like /var/tmp another account could
 * have made it first and would then choose which program runs, so a foreign one is refused.
 */
export async function ensureOwnDir(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o755 });
  const found = await lstat(dir);
  const isOurs = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
  if (!isOurs) throw new Error(`${dir} exists and belongs to another account, or others may write to it.`);
}
