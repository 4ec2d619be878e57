import { constants } from 'node:fs';
import { lstat, open, rename, rm, rmdir, statfs, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { MAX_PHOTO_BYTES } from '@field-inspection/contract';
import type { Clock } from '../clock.ts';
import type { Random } from '../secrets/random.ts';
import { listFolder } from './list-folder.ts';
import { checkKey, nameContent } from './object-key.ts';
import { findObjectPath, prepareObjectPath, syncObjectPath } from './object-path.ts';
import {
  checkRange,
  MissingObjectError,
  UnsatisfiableRangeError,
  type Body,
  type ByteRange,
  type ObjectStat,
  type ObjectStore,
  type StoredObject,
} from './object-store.ts';
import { reportDisk } from './report-disk.ts';
import { spoolBody, sweepOldFiles, withSpooled, withTemporaries } from './spool.ts';

export type FolderStoreOptions = {
  dir: string;
  clock: Clock;
  random: Random;
  readFreeBytes?: (dir: string) => Promise<number>;
};

/** The largest photo twice: the parts of an upload stay until it is stored as one. */
export const SPARE_BYTES = 2 * MAX_PHOTO_BYTES;

/** Key `a/b` is the file `{dir}/a/b`. Several processes may share the folder. */
export const createFolderStore = ({
  dir,
  clock,
  random,
  readFreeBytes = readFreeSpace,
}: FolderStoreOptions): ObjectStore => {
  // Below the same folder, hence on the same file system: only there is a rename atomic. No key begins with a dot.
  const spool = { dir: join(dir, '.partial'), random };
  const keep = (body: Body, toKey: (stored: StoredObject) => string, maxBytes?: number) =>
    reportDisk(async () => {
      const { file, ...stored } = await spoolBody(spool, body, {
        maxBytes,
        seal: (handle) => handle.sync(),
      });
      try {
        const key = toKey(stored);
        await publishFile(dir, file, key);
        return { ...stored, key };
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      }
    });
  return {
    put: async (key, body, { maxBytes } = {}) => {
      checkKey(key);
      const { sha256, byte_size } = await keep(body, () => key, maxBytes);
      return { sha256, byte_size };
    },
    putContent: (body, owner) => keep(body, ({ sha256 }) => nameContent(owner, sha256), owner.maxBytes),
    get: async (key, { range } = {}) => openObject(dir, key, checkRange(range)),
    // The object's own file is lent: a copy would need room, and an object is never changed, only replaced or deleted.
    lendFile: (key, work) =>
      reportDisk(async () => {
        const path = await findFile(dir, key);
        if (path === undefined) throw new MissingObjectError(key);
        return withTemporaries(spool, (nameTemporary) => work({ path, nameTemporary }));
      }),
    spoolFile: (body, work) => reportDisk(() => withSpooled(spool, body, work)),
    stat: (key) => statObject(dir, key),
    delete: (key) => reportDisk(() => deleteObject(dir, key)),
    list: (prefix, options) => listFolder(dir, prefix, options),
    requireFreeSpace: () =>
      reportDisk(async () => {
        const free = await readFreeBytes(dir);
        // The disk's own failure, only earlier: a photo would fail half written.
        if (free < SPARE_BYTES) throw Object.assign(new Error(`${free} bytes are free`), { code: 'ENOSPC' });
      }),
    signReadUrl: async (key) => {
      checkKey(key);
      return null;
    },
    sweepTemporaries: (olderThanMs) =>
      sweepOldFiles(spool.dir, new Date(clock.now().getTime() - olderThanMs)),
    check: () =>
      reportDisk(async () => {
        const { file } = await spoolBody(spool, new Uint8Array());
        await rm(file, { force: true });
      }),
    close: () => {},
  };
};

const PUBLISH_ATTEMPTS = 5;

/** Tries again when a delete has just removed the emptied folder. */
const publishFile = async (dir: string, file: string, key: string): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const path = await prepareObjectPath(dir, key);
      await rename(file, path);
      return await syncObjectPath(dir, key, path).catch(ignoreNoFile);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === PUBLISH_ATTEMPTS) throw error;
    }
  }
};

const openObject = async (dir: string, key: string, range: ByteRange | undefined): Promise<Readable> => {
  const path = await findObjectPath(dir, key);
  const handle = path
    ? await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(ignoreNoFile)
    : null;
  if (!handle) throw new MissingObjectError(key);
  try {
    return await readHandle(handle, key, range);
  } catch (error) {
    await handle.close();
    throw error;
  }
};

const readHandle = async (handle: FileHandle, key: string, range: ByteRange | undefined) => {
  const found = await handle.stat();
  if (!found.isFile()) throw new MissingObjectError(key);
  if (range && range.start >= found.size) {
    throw new UnsatisfiableRangeError(`${key} ends before byte ${range.start}`);
  }
  return handle.createReadStream(range);
};

const statObject = async (dir: string, key: string): Promise<ObjectStat | undefined> => {
  const path = await findObjectPath(dir, key);
  const found = path ? await lstat(path).catch(ignoreNoFile) : undefined;
  return found?.isFile() ? { byte_size: found.size, modified_at: found.mtime } : undefined;
};

const findFile = async (dir: string, key: string): Promise<string | undefined> =>
  (await statObject(dir, key)) && findObjectPath(dir, key);

const deleteObject = async (dir: string, key: string): Promise<void> => {
  const path = await findFile(dir, key);
  if (!path) return;
  await rm(path, { force: true });
  await syncObjectPath(dir, key, path).catch(ignoreNoFile);
  await pruneFolders(path, checkKey(key).length - 1);
};

const pruneFolders = async (path: string, depth: number): Promise<void> => {
  let folder = path;
  for (let level = 0; level < depth; level += 1) {
    folder = dirname(folder);
    const isGone = await rmdir(folder).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
};

export const readFreeSpace = async (dir: string): Promise<number> => {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
};

const ignoreNoFile = (error: NodeJS.ErrnoException): undefined => {
  // ELOOP: O_NOFOLLOW met a symbolic link.
  if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(error.code ?? '')) throw error;
};
