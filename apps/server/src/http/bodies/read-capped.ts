import type { Request } from 'express';
import { Refusal } from '../../refusals.ts';
import { inviteBody } from './invite-body.ts';

const readBytes = new WeakMap<Request, number>();

export const countReadBytes = (request: Request): number => readBytes.get(request) ?? 0;

/** A body that is too large is refused while it arrives. */
export const readCapped = (request: Request, maxBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > maxBytes) return reject(tooLarge(maxBytes));
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity')
      return reject(new Refusal('unsupported_media_type', 'Send the body without a content encoding.'));
    inviteBody(request);
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      readBytes.set(request, size);
      if (size > maxBytes) {
        request.removeAllListeners('data');
        return reject(tooLarge(maxBytes));
      }
      chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', (cause) => reject(invalidBody('The body did not arrive whole.', cause)));
    request.on('aborted', () => reject(invalidBody('The body did not arrive whole.')));
  });

// The rest of the body is not read: the connection closes after the reply.
const tooLarge = (maxBytes: number) =>
  new Refusal('payload_too_large', `The body may have at most ${maxBytes} bytes.`, {
    headers: { Connection: 'close' },
  });

export const invalidBody = (message: string, cause?: unknown) =>
  new Refusal('validation_error', message, {
    cause,
    errors: [{ path: 'body', code: 'invalid_json', message }],
  });
