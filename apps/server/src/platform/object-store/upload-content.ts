import { open, rm } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
  ListMultipartUploadsCommand,
  S3ServiceException,
  type ListMultipartUploadsCommandOutput,
  type MultipartUpload,
} from '@aws-sdk/client-s3';
import type { Body, StoredObject } from './object-store.ts';
import type { OpenS3Client } from './open-s3-client.ts';
import { measureBody, spoolBody, type Spool } from './spool.ts';

/** The hash is known, and any part can be read again. */
type HeldContent = {
  stored: StoredObject;
  readPart: (start: number, length: number) => Promise<Uint8Array>;
  discard: () => Promise<void>;
};

/** The object's key holds the hash, so a stream waits in a temporary file before it goes to S3. */
export const holdContent = (spool: Spool, body: Body, maxBytes: number | undefined): Promise<HeldContent> =>
  body instanceof Uint8Array ? holdBytes(body, maxBytes) : holdStream(spool, body, maxBytes);

const holdBytes = async (bytes: Uint8Array, maxBytes: number | undefined): Promise<HeldContent> => {
  const { pass, result } = measureBody(bytes, maxBytes);
  for await (const _ of pass());
  return {
    stored: result(),
    readPart: async (start, length) => bytes.subarray(start, start + length),
    discard: async () => {},
  };
};

const holdStream = async (spool: Spool, body: Body, maxBytes: number | undefined): Promise<HeldContent> => {
  const { file, ...stored } = await spoolBody(spool, body, { maxBytes });
  return {
    stored,
    readPart: (start, length) => readFilePart(file, start, length),
    discard: () => rm(file, { force: true }),
  };
};

const readFilePart = async (file: string, start: number, length: number): Promise<Uint8Array> => {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
    if (bytesRead !== length) throw new Error(`${file} was cut while it was being uploaded`);
    return buffer;
  } finally {
    await handle.close();
  }
};

/**
 * A single part is in memory, as bytes: the SDK can send bytes again, and signs their hash, so that S3 refuses a
 * part that changed on its way. S3 takes 10 000 parts, which is 78 GiB.
 */
export const PART_BYTES = 8 * 1024 * 1024;

/** Nothing is visible under the key before all of it is there. */
export const uploadContent = (s3: OpenS3Client, key: string, content: HeldContent): Promise<void> =>
  content.stored.byte_size <= PART_BYTES ? uploadWhole(s3, key, content) : uploadInParts(s3, key, content);

const uploadWhole = async ({ client, call, bucket }: OpenS3Client, key: string, content: HeldContent) => {
  const Body = await content.readPart(0, content.stored.byte_size);
  await call((options) =>
    client.send(
      new PutObjectCommand({ Bucket: bucket, Key: key, Body, ContentLength: Body.byteLength }),
      options,
    ),
  );
};

const uploadInParts = async (s3: OpenS3Client, key: string, content: HeldContent) => {
  const { client, call, bucket } = s3;
  const object = { Bucket: bucket, Key: key };
  const { UploadId } = await call((options) =>
    client.send(new CreateMultipartUploadCommand(object), options),
  );
  const upload = { ...object, UploadId };
  try {
    const Parts = await uploadParts(s3, upload, content);
    await call((options) =>
      client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }), options),
    );
  } catch (error) {
    // Parts cost money until they are aborted; the sweep aborts what is left here.
    await call((options) => client.send(new AbortMultipartUploadCommand(upload), options)).catch(() => {});
    throw error;
  }
};

type Upload = { Bucket: string; Key: string; UploadId: string | undefined };

const uploadParts = async ({ client, call }: OpenS3Client, upload: Upload, content: HeldContent) => {
  const parts: { PartNumber: number; ETag: string | undefined }[] = [];
  const size = content.stored.byte_size;
  for (let start = 0; start < size; start += PART_BYTES) {
    const PartNumber = parts.length + 1;
    const Body = await content.readPart(start, Math.min(PART_BYTES, size - start));
    const { ETag } = await call((options) =>
      client.send(
        new UploadPartCommand({ ...upload, PartNumber, Body, ContentLength: Body.byteLength }),
        options,
      ),
    );
    parts.push({ PartNumber, ETag });
  }
  return parts;
};

export const abortOldUploads = async (s3: OpenS3Client, before: Date): Promise<number> => {
  const { client, call, bucket: Bucket } = s3;
  let count = 0;
  for await (const { Key, UploadId, Initiated } of listUploads(s3)) {
    if (!Initiated || Initiated > before) continue;
    await call((options) =>
      client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), options),
    ).catch(ignoreCompleted);
    count += 1;
  }
  return count;
};

async function* listUploads({ client, call, bucket: Bucket }: OpenS3Client): AsyncGenerator<MultipartUpload> {
  let page: ListMultipartUploadsCommandOutput | undefined;
  do {
    const input = { Bucket, KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker };
    page = await call((options) => client.send(new ListMultipartUploadsCommand(input), options)).catch(
      ignoreUnsupported,
    );
    yield* page?.Uploads ?? [];
  } while (page?.IsTruncated);
}

const ignoreCompleted = (error: unknown) => ignoreAnswer(error, 'NoSuchUpload');

// Some small servers can't list uploads, and keep their parts in a folder of the host's operator.
const ignoreUnsupported = (error: unknown) => ignoreAnswer(error, 'NotImplemented');

const ignoreAnswer = (error: unknown, name: string): undefined => {
  if (!(error instanceof S3ServiceException) || error.name !== name) throw error;
};
