import { ObjectStoreError } from './object-store.ts';

const DISK_FAILURES = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  'EMFILE',
  'ENFILE',
  'EEXIST',
  'EISDIR',
  'ENOTDIR',
]);

/** The disk's failures become an ObjectStoreError; the body's stay as they are. */
export const reportDisk = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (cause) {
    if (!DISK_FAILURES.has((cause as NodeJS.ErrnoException).code ?? '')) throw cause;
    throw new ObjectStoreError(
      'The folder of objects, or of what is on its way to them, under DATA_DIR failed: see the cause, and check its space and its permissions',
      { cause },
    );
  }
};
