import { UsageError } from '../../errors/field-inspection-error.ts';
import type { ApiError } from '../../errors/api-error.ts';
import type { Deadline } from '../../requests/deadline.ts';
import type { WriteOptions } from '../../requests/options.ts';
import { createForeignReplyError } from '../../requests/parse-reply.ts';
import type { Settings } from '../../requests/read-settings.ts';
import { path } from '../../requests/route-path.ts';
import type { Exchange } from '../../requests/send-request.ts';
import { toBase64 } from '../transport/digest.ts';
import { type BytesRequest, sendBytes } from '../transport/send-bytes.ts';

/* The requests of tus 1.0.0 that a device needs: creation, HEAD and PATCH. */

const VERSION = { 'tus-resumable': '1.0.0' };

/** What every request of one upload shares. */
export interface UploadCall {
  readonly settings: Settings;
  readonly options?: WriteOptions | undefined;
  readonly deadline: Deadline;
}

/** Begins an upload, and answers its id. */
export async function beginUpload(
  call: UploadCall,
  { byteSize, metadata }: { byteSize: number; metadata: Readonly<Record<string, unknown>> },
): Promise<string> {
  const reply = await send(call, {
    method: 'POST',
    path: path`/v1/field/uploads`,
    headers: { ...VERSION, 'upload-length': String(byteSize), 'upload-metadata': writeMetadata(metadata) },
  });
  const id = findUploadId(reply.response.headers.get('location') ?? '');
  if (id) return id;
  throw createForeignReplyError(reply, 'the address of an upload');
}

/** How much of an upload has arrived, and how large it is. */
export async function readOffset(
  call: UploadCall,
  uploadId: string,
): Promise<{ offset: number; byteSize: number }> {
  const reply = await send(call, {
    method: 'HEAD',
    path: path`/v1/field/uploads/${{ uploadId }}`,
    headers: { ...VERSION, 'idempotency-key': null },
  });
  return { offset: readNumber(reply, 'upload-offset'), byteSize: readNumber(reply, 'upload-length') };
}

/** Sends a part, once, and answers how much has arrived with it. */
export async function sendPart(
  call: UploadCall,
  { uploadId, offset, bytes }: { uploadId: string; offset: number; bytes: ArrayBuffer },
): Promise<number> {
  // Not tried again as it is: what has arrived of it must be asked first.
  const reply = await send(
    { ...call, options: { ...call.options, maxRetries: 0 } },
    {
      method: 'PATCH',
      path: path`/v1/field/uploads/${{ uploadId }}`,
      headers: {
        ...VERSION,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
        'idempotency-key': null,
      },
      bytes,
    },
  );
  return readNumber(reply, 'upload-offset');
}

/**
 * Whether the bytes came to a wrong place, or another request still holds the upload, such as one that was cut:
 * once its offset is known again, it goes on.
 */
export const isMisplaced = ({ status, code }: ApiError): boolean =>
  status === 423 || (status === 409 && !FINAL.includes(code));

const FINAL: readonly string[] = ['session.already_ended', 'session.invalid_state', 'consent_required'];

/** The id at the end of an upload's address; the token goes to the service only, whatever the address says. */
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
