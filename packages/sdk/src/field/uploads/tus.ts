import { UsageError } from '../../errors/field-inspection-error.ts';
import type { ApiError } from '../../errors/api-error.ts';
import type { Deadline } from '../../requests/deadline.ts';
import type { WriteOptions } from '../../requests/options.ts';
import { createForeignReplyError } from '../../requests/parse-reply.ts';
import type { Settings } from '../../requests/read-settings.ts';
import { path } from '../../requests/route-path.ts';
import type { Exchange } from '../../requests/send-request.ts';
import type { WebHeaders } from '../../http/web-types.ts';
import { toBase64 } from '../transport/digest.ts';
import { type BytesRequest, sendBytes } from '../transport/send-bytes.ts';

/* A device needs creation, HEAD and PATCH of tus 1.0.0. */

const VERSION = { 'tus-resumable': '1.0.0' };

export interface UploadCall {
  readonly settings: Settings;
  readonly options?: WriteOptions | undefined;
  readonly deadline: Deadline;
}

/**
 * An upload without a size gets it with its last part. Gives the id and how much has arrived: some, where the same key
 * had begun the upload before.
 */
export async function beginUpload(
  call: UploadCall,
  { byteSize, metadata }: { byteSize?: number; metadata: Readonly<Record<string, unknown>> },
): Promise<{ id: string } & Pick<UploadState, 'offset' | 'headers'>> {
  const reply = await send(call, {
    method: 'POST',
    path: path`/v1/field/uploads`,
    headers: {
      ...VERSION,
      ...(byteSize === undefined ? { 'upload-defer-length': '1' } : { 'upload-length': String(byteSize) }),
      'upload-metadata': writeMetadata(metadata),
    },
  });
  const { headers } = reply.response;
  const id = findUploadId(headers.get('location') ?? '');
  if (id) return { id, offset: Number(headers.get('upload-offset') ?? 0), headers };
  throw createForeignReplyError(reply, 'the address of an upload');
}

export interface UploadState {
  readonly offset: number;
  readonly byteSize: number | null;
  /** Once all has arrived, the headers hold the receipt. */
  readonly headers: WebHeaders;
}

export async function readOffset(call: UploadCall, uploadId: string): Promise<UploadState> {
  const reply = await send(call, {
    method: 'HEAD',
    path: path`/v1/field/uploads/${{ uploadId }}`,
    headers: { ...VERSION, 'idempotency-key': null },
  });
  const { headers } = reply.response;
  return {
    offset: readNumber(reply, 'upload-offset'),
    byteSize: headers.has('upload-defer-length') ? null : readNumber(reply, 'upload-length'),
    headers,
  };
}

/** Sends a part once, and gives how much has arrived; the last part may tell the size of the whole. */
export async function sendPart(
  call: UploadCall,
  {
    uploadId,
    offset,
    bytes,
    byteSize,
  }: { uploadId: string; offset: number; bytes: ArrayBuffer; byteSize?: number | undefined },
): Promise<Pick<UploadState, 'offset' | 'headers'>> {
  // Not repeated as it is: the offset must be asked first.
  const reply = await send(
    { ...call, options: { ...call.options, maxRetries: 0 } },
    {
      method: 'PATCH',
      path: path`/v1/field/uploads/${{ uploadId }}`,
      headers: {
        ...VERSION,
        'upload-offset': String(offset),
        ...(byteSize !== undefined && { 'upload-length': String(byteSize) }),
        'content-type': 'application/offset+octet-stream',
        'idempotency-key': null,
      },
      bytes,
    },
  );
  return { offset: readNumber(reply, 'upload-offset'), headers: reply.response.headers };
}

/**
 * The bytes came to a wrong place, or an earlier request, such as one that was cut, still holds the upload: with a
 * fresh offset it goes on.
 */
export const isMisplaced = ({ status, code }: ApiError): boolean =>
  status === 423 || (status === 409 && !FINAL.includes(code));

const FINAL: readonly string[] = ['session.already_ended', 'session.invalid_state', 'consent_required'];

/** Takes only the id from an address: the token goes to the service alone. */
export function findUploadId(address: string): string | undefined {
  return /(?:^|\/)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(address)?.[1];
}

export function readUploadId(address: unknown): string {
  const id = typeof address === 'string' ? findUploadId(address) : undefined;
  if (id) return id;
  throw new UsageError('The address must be the url of an upload that was started');
}

type Part = Pick<BytesRequest, 'method' | 'path' | 'headers'> & { readonly bytes?: ArrayBuffer };

const send = ({ settings, options, deadline }: UploadCall, part: Part): Promise<Exchange> =>
  sendBytes({ ...part, options, deadline, wantsBody: () => true }, settings);

function readNumber(reply: Exchange, name: string): number {
  const value = reply.response.headers.get(name) ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  throw createForeignReplyError(reply, `one with ${name}`);
}

const writeMetadata = (metadata: Readonly<Record<string, unknown>>): string =>
  Object.entries(metadata)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name} ${toBase64(new TextEncoder().encode(String(value)))}`)
    .join(',');
