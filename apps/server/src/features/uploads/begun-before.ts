import type { ServerResponse } from 'node:http';
import { ERRORS, Metadata, Upload } from '@tus/server';
import type { Context } from '../../context.ts';
import {
  describeClaim,
  readKey,
  readReply,
  type Claim,
  type Reply,
  type WriteRequest,
} from '../../http/kept-reply.ts';
import { contextAt } from '../../http/served/context-at.ts';
import { UPLOADS_PATH } from '../../platform/describe-uploads.ts';
import { describeReceipt } from '../evidence/exports/describe-receipt.ts';
import { findUpload, type Uploader } from './find-upload.ts';

export type BegunReply = Reply<201, { upload_id: string }>;

export class BegunBefore extends Error {
  override name = 'BegunBefore';
  readonly uploadId: string;

  constructor(uploadId: string) {
    super('this key has begun an upload');
    this.uploadId = uploadId;
  }
}

export type Creation = { key: string; claim: Claim };

/** Repeats of a creation may bring another number of bytes, and nothing else. */
export const readCreation = (request: WriteRequest): Creation | undefined => {
  const key = readKey(request);
  if (key === undefined) return undefined;
  const said = ['upload-length', 'upload-defer-length', 'upload-metadata'].map(
    (name) => request.headersDistinct[name] ?? null,
  );
  return { key, claim: describeClaim({ key, req: request, body: said }) };
};

export const findBegun = async (
  context: Pick<Context, 'keyring' | 'database' | 'clock'>,
  { claim }: Creation,
): Promise<string | undefined> => {
  const kept = await readReply<201, BegunReply['body']>(context, context.database.prisma, {
    claim,
    now: context.clock.now(),
  });
  return kept?.body.upload_id;
};

/** Answers a repeated creation. Its body is not read: the client goes on from Upload-Offset. */
export const answerBegun = async (
  context: Pick<Context, 'config' | 'database' | 'uploads'>,
  { request, response, uploader }: { request: WriteRequest; response: ServerResponse; uploader: Uploader },
  { key, uploadId }: { key: string; uploadId: string },
): Promise<void> => {
  const found = await findUpload(context, uploader, uploadId);
  const { status, byteSize } = found;
  const offset = status === 'uploading' ? await readOffset(context, request, uploadId) : byteSize;
  response.writeHead(201, {
    'Tus-Resumable': '1.0.0',
    Location: `${contextAt(context, request).config.baseUrl}${UPLOADS_PATH}/${uploadId}`,
    'Idempotency-Key': key,
    'Idempotent-Replayed': 'true',
    ...(offset === null ? {} : { 'Upload-Offset': offset }),
    ...(status === 'uploading' ? {} : await describeReceipt(context, found)),
  });
  response.end();
};

// A process that dies between the row and the store leaves only the row: the repeated creation creates the upload in
// the store.
const readOffset = async (
  { uploads }: Pick<Context, 'uploads'>,
  { headersDistinct }: WriteRequest,
  uploadId: string,
): Promise<number> => {
  try {
    return (await uploads.getUpload(uploadId)).offset;
  } catch (error) {
    if (error !== ERRORS.FILE_NOT_FOUND) throw error;
    const length = headersDistinct['upload-length']?.[0];
    const upload = new Upload({
      id: uploadId,
      offset: 0,
      ...(length === undefined ? {} : { size: Number(length) }),
      metadata: Metadata.parse(headersDistinct['upload-metadata']?.[0]),
    });
    await uploads.create(upload);
    return 0;
  }
};
