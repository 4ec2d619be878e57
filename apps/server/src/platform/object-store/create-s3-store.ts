import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import type { Random } from '../secrets/random.ts';
import { abortOldUploads, holdContent, uploadContent } from './upload-content.ts';
import { checkKey, checkPrefix, nameContent } from './object-key.ts';
import {
  type Body,
  type ByteRange,
  type LentFile,
  type ListedObject,
  MissingObjectError,
  type ObjectStat,
  type ObjectStore,
  ObjectStoreError,
  type SignedRead,
  type StoredObject,
  UnsatisfiableRangeError,
  checkRange,
} from './object-store.ts';
import { type OpenS3Client, type S3Deadlines, openS3Client } from './open-s3-client.ts';
import type { S3Settings } from '../../config/parse-s3-url.ts';
import { reportDisk } from './report-disk.ts';
import { type Spool, sweepOldFiles, withSpooled, withTemporaries } from './spool.ts';

export type S3StoreOptions = S3Deadlines & {
  settings: S3Settings;
  /** A stream waits in this folder until its hash is known. */
  spoolDir: string;
  clock: Clock;
  random: Random;
};

/** S3, or a server that speaks it, addressed by path. */
export const createS3Store = ({
  settings,
  spoolDir,
  clock,
  random,
  ...deadlines
}: S3StoreOptions): ObjectStore => {
  const s3 = openS3Client(settings, deadlines);
  const spool = { dir: resolve(spoolDir), random };
  const keep = async (body: Body, toKey: (stored: StoredObject) => string, maxBytes?: number) => {
    const content = await reportDisk(() => holdContent(spool, body, maxBytes));
    try {
      const key = toKey(content.stored);
      await uploadContent(s3, key, content);
      return { ...content.stored, key };
    } finally {
      await content.discard();
    }
  };
  return {
    put: async (key, body, { maxBytes } = {}) => {
      checkKey(key);
      const { sha256, byte_size } = await keep(body, () => key, maxBytes);
      return { sha256, byte_size };
    },
    putContent: (body, owner) => keep(body, ({ sha256 }) => nameContent(owner, sha256), owner.maxBytes),
    get: async (key, { range } = {}) => getObject(s3, key, checkRange(range)),
    lendFile: (key, work) => reportDisk(() => lendFile(s3, spool, { key, work })),
    spoolFile: (body, work) => reportDisk(() => withSpooled(spool, body, work)),
    stat: (key) => statObject(s3, key),
    delete: (key) => deleteObject(s3, key),
    list: (prefix, options) => listObjects(s3, prefix, options),
    signReadUrl: async (key, options) => {
      checkKey(key);
      return settings.signsUrls ? signRead(s3, clock, { key, ...options }) : null;
    },
    sweepTemporaries: async (olderThanMs) => {
      const before = new Date(clock.now().getTime() - olderThanMs);
      return (await sweepOldFiles(spoolDir, before)) + (await abortOldUploads(s3, before));
    },
    check: () => checkBucket(s3),
    close: () => s3.client.destroy(),
  };
};

const getObject = async (
  { client, call, bucket: Bucket }: OpenS3Client,
  key: string,
  range: ByteRange | undefined,
): Promise<Readable> => {
  checkKey(key);
  const Range = range && `bytes=${range.start}-${range.end ?? ''}`;
  try {
    const { Body } = await call((options) =>
      client.send(new GetObjectCommand({ Bucket, Key: key, Range }), options),
    );
    return Body as Readable;
  } catch (cause) {
    if (isAnswer(cause, 'NoSuchKey')) throw new MissingObjectError(key, { cause });
    if (isAnswer(cause, 'InvalidRange')) {
      throw new UnsatisfiableRangeError(`${key} ends before byte ${range?.start}`, { cause });
    }
    throw cause;
  }
};

const lendFile = async <Result>(
  s3: OpenS3Client,
  spool: Spool,
  { key, work }: { key: string; work: (lent: LentFile) => Promise<Result> },
): Promise<Result> => {
  const body = await getObject(s3, key, undefined);
  return withSpooled(spool, body, ({ path }) =>
    withTemporaries(spool, (nameTemporary) => work({ path, nameTemporary })),
  );
};

const statObject = async (
  { client, call, bucket: Bucket }: OpenS3Client,
  key: string,
): Promise<ObjectStat | undefined> => {
  checkKey(key);
  try {
    const head = await call((options) => client.send(new HeadObjectCommand({ Bucket, Key: key }), options));
    return { byte_size: head.ContentLength!, modified_at: head.LastModified! };
  } catch (error) {
    if (isAnswer(error, 'NotFound')) return undefined;
    throw error;
  }
};

const deleteObject = async ({ client, call, bucket: Bucket }: OpenS3Client, key: string): Promise<void> => {
  checkKey(key);
  await call((options) => client.send(new DeleteObjectCommand({ Bucket, Key: key }), options));
};

async function* listObjects(
  { client, call, bucket: Bucket }: OpenS3Client,
  prefix: string,
  { after: StartAfter }: { after?: string } = {},
): AsyncGenerator<ListedObject> {
  checkPrefix(prefix);
  let ContinuationToken: string | undefined;
  do {
    const input = { Bucket, Prefix: prefix, StartAfter, ContinuationToken };
    const page = await call((options) => client.send(new ListObjectsV2Command(input), options));
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      yield { key: Key!, byte_size: Size!, modified_at: LastModified! };
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
}

const checkBucket = async ({ client, call, bucket: Bucket }: OpenS3Client): Promise<void> => {
  try {
    await call((options) => client.send(new HeadBucketCommand({ Bucket }), options));
  } catch (cause) {
    if (!isAnswer(cause, 'NotFound')) throw cause;
    throw new ObjectStoreError(`S3 has no bucket ${Bucket}: make it, or correct S3_URL`, { cause });
  }
};

const signRead = (
  { client, bucket: Bucket }: OpenS3Client,
  clock: Clock,
  { key, expiresInSeconds, filename, contentType }: SignedRead & { key: string },
): Promise<string> =>
  getSignedUrl(
    client,
    new GetObjectCommand({
      Bucket,
      Key: key,
      ResponseContentDisposition: formatContentDisposition(filename),
      ResponseContentType: contentType,
    }),
    { expiresIn: expiresInSeconds, signingDate: clock.now() },
  );

const isAnswer = (error: unknown, name: string): boolean =>
  error instanceof S3ServiceException && error.name === name;

/** RFC 6266, RFC 8187. Always an attachment: shown in place, an HTML or SVG file would run its scripts. */
export const formatContentDisposition = (filename: string): string => {
  const ascii = filename.replace(/[^\w.-]+/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};
