import type { Readable } from 'node:stream';

/**
 * A folder of this host, or a bucket of S3. Listed and read objects are always whole: a put that fails, is aborted or
 * dies with its process shows nothing. Members are named like the columns that keep them.
 */
export type ObjectStore = {
  /**
   * Replaces the object that was there. A failure of `body` is thrown as it is; `body` is not closed, so that a request
   * that sends too much can still be answered.
   *
   * @throws {ContentTooLargeError} as soon as `maxBytes` are exceeded
   */
  put: (key: string, body: Body, options?: { maxBytes?: number }) => Promise<StoredObject>;
  /**
   * The key is `{organisationId}/{ownerId}/{sha256}`. An object has one owner, the row that it belongs to: no
   * organisation shares one with another, deleting needs no count of references, and no delete races with a put of the
   * same bytes. The name proves the content, and a repeated put lands on the same key.
   */
  putContent: (body: Body, owner: ContentOwner) => Promise<StoredContent>;
  /**
   * The stream must be read to its end or destroyed.
   *
   * @throws {MissingObjectError}
   * @throws {UnsatisfiableRangeError} when the range begins behind the last byte
   */
  get: (key: string, options?: { range?: ByteRange }) => Promise<Readable>;
  /**
   * For a program that reads files, until `work` is done.
   *
   * @throws {MissingObjectError}
   */
  lendFile: <Result>(key: string, work: (lent: LentFile) => Promise<Result>) => Promise<Result>;
  /** For a program that reads and changes files, until `work` is done. */
  spoolFile: <Result>(body: Body, work: (spooled: SpooledFile) => Promise<Result>) => Promise<Result>;
  stat: (key: string) => Promise<ObjectStat | undefined>;
  delete: (key: string) => Promise<void>;
  /**
   * Below a folder such as `{organisationId}/`, or below '', in an order of the store's own, which stays: with `after`
   * the objects that follow that key in it, whether it is still there or not.
   */
  list: (prefix: string, options?: { after?: string }) => AsyncIterable<ListedObject>;
  /** Anybody can download by the URL until it expires; null where the server must send the bytes itself. */
  signReadUrl: (key: string, options: SignedRead) => Promise<string | null>;
  sweepTemporaries: (olderThanMs: number) => Promise<number>;
  check: () => Promise<void>;
  /**
   * Only a disk tells its room.
   *
   * @throws {ObjectStoreError} when the largest photo would find no room
   */
  requireFreeSpace?: () => Promise<void>;
  close: () => void;
};

export type Body = AsyncIterable<Uint8Array> | Uint8Array;

export type ContentOwner = { organisationId: string; ownerId: string; maxBytes?: number };

/** Lower-case hexadecimal. Both values are of the bytes that were received. */
export type StoredObject = { sha256: string; byte_size: number };

export type StoredContent = StoredObject & { key: string };

export type LentFile = {
  /** To be read, and written to only where it was spooled. */
  path: string;
  /** For this user only. Removed when the work is done, or by the sweep. */
  nameTemporary: () => string;
};

export type SpooledFile = StoredObject & LentFile;

/** Both ends are included, as in HTTP; without `end` to the last byte. */
export type ByteRange = { start: number; end?: number };

/** `modified_at` is by the clock of the disk's host or of S3. */
export type ObjectStat = { byte_size: number; modified_at: Date };

export type ListedObject = ObjectStat & { key: string };

export type SignedRead = {
  /** Seconds, at most 604 800: Signature Version 4 allows no more. */
  expiresInSeconds: number;
  filename: string;
  contentType: string;
};

export class MissingObjectError extends Error {
  override name = 'MissingObjectError';
  readonly key: string;

  constructor(key: string, options?: ErrorOptions) {
    super(`There is no object ${key}`, options);
    this.key = key;
  }
}

/** The rest of the body was not read. */
export class ContentTooLargeError extends Error {
  override name = 'ContentTooLargeError';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The content may have at most ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/** RFC 9110, section 15.5.17: behind the object's last byte, or ending before it begins. */
export class UnsatisfiableRangeError extends Error {
  override name = 'UnsatisfiableRangeError';
}

/** A disk that is full or read-only, an S3 that refuses or does not answer. */
export class ObjectStoreError extends Error {
  override name = 'ObjectStoreError';
}

/** Only the store knows whether the range begins within the object. */
export const checkRange = (range: ByteRange | undefined): ByteRange | undefined => {
  if (!range) return undefined;
  const { start, end = start } = range;
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new UnsatisfiableRangeError(`Bytes ${start} to ${end} are no range`);
  }
  return range;
};
