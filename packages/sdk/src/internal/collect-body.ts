import { WebhookVerificationError } from '../core/webhook-verification-error.ts';

/** Joins the chunks of a body that may have so many bytes, and no more. */
export function collectBody(maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  return {
    /** @throws {WebhookVerificationError} too_large, before the chunk is kept */
    add: (chunk: Uint8Array | string) => {
      const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
      sizeBytes += bytes.length;
      checkSize(sizeBytes, maxBytes);
      chunks.push(bytes);
    },
    join: () => {
      const body = new Uint8Array(sizeBytes);
      let offset = 0;
      for (const chunk of chunks) {
        body.set(chunk, offset);
        offset += chunk.length;
      }
      return body;
    },
  };
}

/** Refuses a body that is too long, or says so in its Content-Length. */
export function checkSize(sizeBytes: number, maxBytes: number): void {
  if (sizeBytes > maxBytes)
    throw new WebhookVerificationError('too_large', `The body has more than ${maxBytes} bytes`);
}
