import { createHash } from 'node:crypto';
import { open, rm, readdir, stat, type FileHandle } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { makeFolder } from '../make-folder.ts';
import type { Random } from '../secrets/random.ts';
import { ContentTooLargeError, type Body, type SpooledFile, type StoredObject } from './object-store.ts';

export type Spool = { dir: string; random: Random };

export type Spooled = StoredObject & { file: string };

export const spoolBody = async (
  { dir, random }: Spool,
  body: Body,
  { maxBytes, seal }: { maxBytes?: number | undefined; seal?: (handle: FileHandle) => Promise<void> } = {},
): Promise<Spooled> => {
  // Photos of other people: for this user only.
  await makeFolder(dir, { mode: 0o700 });
  const file = nameFile({ dir, random });
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

export const withSpooled = async <Result>(
  spool: Spool,
  body: Body,
  work: (spooled: SpooledFile) => Promise<Result>,
): Promise<Result> => {
  const { file, ...stored } = await spoolBody(spool, body);
  try {
    return await withTemporaries(spool, (nameTemporary) =>
      work({ path: resolve(file), nameTemporary, ...stored }),
    );
  } finally {
    await rm(file, { force: true });
  }
};

export const withTemporaries = async <Result>(
  { dir, random }: Spool,
  work: (nameTemporary: () => string) => Promise<Result>,
): Promise<Result> => {
  await makeFolder(dir, { mode: 0o700 });
  const files: string[] = [];
  try {
    return await work(() => {
      const file = nameFile({ dir: resolve(dir), random });
      files.push(file);
      return file;
    });
  } finally {
    for (const file of files) await rm(file, { force: true });
  }
};

const nameFile = ({ dir, random }: Spool): string => join(dir, random.bytes(16).toString('hex'));

export const measureBody = (body: Body, maxBytes = Infinity) => {
  const hash = createHash('sha256');
  let byteSize = 0;
  const pass = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of toChunks(body)) {
      byteSize += chunk.byteLength;
      if (byteSize > maxBytes) throw new ContentTooLargeError(maxBytes);
      hash.update(chunk);
      yield chunk;
    }
  };
  return { pass, result: (): StoredObject => ({ sha256: hash.digest('hex'), byte_size: byteSize }) };
};

const toChunks = (body: Body): AsyncIterable<Uint8Array> | Uint8Array[] => {
  if (body instanceof Uint8Array) return [body];
  // Leaving the loop early would destroy a request, and with it the connection of its refusal.
  return body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : body;
};

export const sweepOldFiles = async (dir: string, before: Date): Promise<number> => {
  const names = await readdir(dir).catch(ignoreMissing);
  let count = 0;
  for (const name of names ?? []) {
    const file = join(dir, name);
    const found = await stat(file).catch(ignoreMissing);
    if (!found?.isFile() || found.mtime > before) continue;
    await rm(file, { force: true });
    count += 1;
  }
  return count;
};

const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};
