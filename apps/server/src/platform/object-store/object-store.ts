import type { Readable } from 'node:stream';

/**
 * A store of bytes: evidence, derivatives, reports, logos. A folder of this host, or a bucket of S3. Listed and read
 * objects are always whole: a put that fails, is aborted or dies with its process shows nothing. Members are named like
 * the columns that keep them.
 */
export type ObjectStore = {
  /**
   * Keeps `body` under `key`, in place of the object that was there. A failure of `body` is thrown as it is; `body` is
   * not closed, so that a request that sends too much can still be answered.
   * @throws {ContentTooLargeError} as soon as `maxBytes` are exceeded
   */
  put: (key: string, body: Body, options?: { maxBytes?: number }) => Promise<StoredObject>;
  /**
   * Keeps `body` under `{organisationId}/{ownerId}/{sha256}`. An object has one owner, the row that it belongs
   * to: so no tenant shares one with another, deleting needs no count of references, and no delete races with
   * a put of the same bytes. The name proves the content, and a repeated put lands on the same key.
   */
  putContent: (body: Body, owner: ContentOwner) => Promise<StoredContent>;
  /**
   * Gives the bytes, all or a range of them. The stream must be read to its end or destroyed.
   * @throws {MissingObjectError}
   * @throws {UnsatisfiableRangeError} when the range begins behind the last byte
   */
  get: (key: string, options?: { range?: ByteRange }) => Promise<Readable>;
  /**
   * Lends an object to a program that reads files, until `work` is done.
   * @throws {MissingObjectError}
   */
  lendFile: <Result>(key: string, work: (lent: LentFile) => Promise<Result>) => Promise<Result>;
  /** Writes `body` into a file of this host for a program that reads files and changes them, until `work` is done. */
  spoolFile: <Result>(body: Body, work: (spooled: SpooledFile) => Promise<Result>) => Promise<Result>;
  /** Undefined when there is no such object. */
  stat: (key: string) => Promise<ObjectStat | undefined>;
  /** Does nothing when there is no such object. */
  delete: (key: string) => Promise<void>;
  /**
   * Every object below a folder such as `{organisationId}/`, or below '', in an order that is the store's own and stays:
   * with `after` those that follow that key in it, whether it is still there or not.
   */
  list: (prefix: string, options?: { after?: string }) => AsyncIterable<ListedObject>;
  /** Signs a URL from which anybody can download until it expires; null where the server must send the bytes itself. */
  signReadUrl: (key: string, options: SignedRead) => Promise<string | null>;
  /** Removes the remains of puts that died with their process; answers how many. */
  sweepTemporaries: (olderThanMs: number) => Promise<number>;
  /** @throws {ObjectStoreError} when nothing can be kept or read now */
  check: () => Promise<void>;
  /**
   * Checks the room of a disk: a bucket doesn't tell.
   * @throws {ObjectStoreError} when the largest photo would find no room
   */
  requireFreeSpace?: () => Promise<void>;
  close: () => void;
};

/** A Readable is one: an HTTP request, a file, another object. */
export type Body = AsyncIterable<Uint8Array> | Uint8Array;

export type ContentOwner = { organisationId: string; ownerId: string; maxBytes?: number };

/** `sha256` is in lower-case hexadecimal. Both are of the bytes that were received. */
export type StoredObject = { sha256: string; byte_size: number };

export type StoredContent = StoredObject & { key: string };

/** A file of this host that holds an object's bytes: to be read, never to be written to. */
export type LentFile = {
  path: string;
  /**
   * Gives a path where a file may be written for this user only. It is removed when the work is done, or by the sweep.
   */
  nameTemporary: () => string;
};

/** A file of this host that nobody else has, with its first content. */
export type SpooledFile = StoredObject & { path: string };

/** A range with both ends included, as in HTTP; without `end` to the last byte. */
export type ByteRange = { start: number; end?: number };

/** `modified_at` is by the clock of the disk's host or of S3. */
export type ObjectStat = { byte_size: number; modified_at: Date };

export type ListedObject = ObjectStat & { key: string };

export type SignedRead = {
  /** Seconds, at most 604 800: Signature Version 4 allows no more. */
  expiresInSeconds: number;
  /** The name under which a browser saves it. */
  filename: string;
  contentType: string;
};

/** Thrown where there is no object under this key. */
export class MissingObjectError extends Error {
  override name = 'MissingObjectError';
  readonly key: string;

  constructor(key: string, options?: ErrorOptions) {
    super(`There is no object ${key}`, options);
    this.key = key;
  }
}

/** The body is longer than its reader allows; the rest was not read. */
export class ContentTooLargeError extends Error {
  override name = 'ContentTooLargeError';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The content may have at most ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/** The range begins behind the object's last byte (RFC 9110, section 15.5.17), or ends before it begins. */
export class UnsatisfiableRangeError extends Error {
  override name = 'UnsatisfiableRangeError';
}

/** The storage itself failed: a disk that is full or read-only, an S3 that refuses or does not answer. */
export class ObjectStoreError extends Error {
  override name = 'ObjectStoreError';
}

/** Refuses a range that is none. Whether it begins within the object, only the store knows. */
export const checkRange = (range: ByteRange | undefined): ByteRange | undefined => {
  if (!range) return undefined;
  const { start, end = start } = range;
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new UnsatisfiableRangeError(`Bytes ${start} to ${end} are no range`);
  }
  return range;
};
