import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  S3ServiceException,
  type ListMultipartUploadsCommandOutput,
  type MultipartUpload,
} from '@aws-sdk/client-s3';
import type { OpenS3Client } from './open-s3-client.ts';

/** Aborts the uploads in parts that were begun before `before` and never completed; answers how many. */
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

// Some small servers can't list them; those keep them in a folder that their operator sees.
const ignoreUnsupported = (error: unknown) => ignoreAnswer(error, 'NotImplemented');

const ignoreAnswer = (error: unknown, name: string): undefined => {
  if (!(error instanceof S3ServiceException) || error.name !== name) throw error;
};
