import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '../secrets/random.ts';
import { measureBody } from './measure-body.ts';
import type { Body, StoredObject } from './object-store.ts';

export type Spool = { dir: string; random: Random };

export type Spooled = StoredObject & { file: string };

/** Streams `body` into a temporary file of the spool's folder; a failure leaves none. */
export const spoolBody = async (
  { dir, random }: Spool,
  body: Body,
  { maxBytes, seal }: { maxBytes?: number | undefined; seal?: (handle: FileHandle) => Promise<void> } = {},
): Promise<Spooled> => {
  // Inspected people's photos: for this user only.
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const file = join(dir, random.bytes(16).toString('hex'));
  const handle = await open(file, 'wx', 0o600);
  try {
    const { pass, result } = measureBody(body, maxBytes);
    await handle.writeFile(pass());
    await seal?.(handle);
    await handle.close();
    return { file, ...result() };
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(file, { force: true });
    throw error;
  }
};
