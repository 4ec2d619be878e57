import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { HeldContent } from './hold-content.ts';
import type { OpenS3Client } from './open-s3-client.ts';

/**
 * Kept in memory one at a time, as bytes: those the SDK can send again, and it signs their hash, so that S3
 * refuses a part that was changed on its way. S3 takes 10 000 parts: 78 GiB.
 */
export const PART_BYTES = 8 * 1024 * 1024;

/** Uploads content, in parts when it is large. Nothing is visible under the key before all of it is there. */
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
    // Parts cost money until they are aborted; the sweep does it where this fails too.
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
