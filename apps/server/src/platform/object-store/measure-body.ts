import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ContentTooLargeError } from './object-store-errors.ts';
import type { Body, StoredObject } from './object-store.ts';

/** Hashes and counts bytes on their way; `result` is of what has passed. */
export const measureBody = (body: Body, maxBytes = Infinity) => {
  const hash = createHash('sha256');
  let byteSize = 0;
  const pass = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of toChunks(body)) {
      byteSize += chunk.byteLength;
      if (byteSize > maxBytes) throw new ContentTooLargeError(maxBytes);
      hash.update(chunk);
      yield chunk;
    }
  };
  return { pass, result: (): StoredObject => ({ sha256: hash.digest('hex'), byte_size: byteSize }) };
};

const toChunks = (body: Body): AsyncIterable<Uint8Array> | Uint8Array[] => {
  if (body instanceof Uint8Array) return [body];
  // Leaving the loop would otherwise destroy a request, and with it the connection that the refusal goes over.
  return body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : body;
};
