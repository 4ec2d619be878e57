import { open, rm } from 'node:fs/promises';
import { measureBody } from './measure-body.ts';
import type { Body, StoredObject } from './object-store.ts';
import { spoolBody, type Spool } from './spool-body.ts';

/** A body that has been received whole: its hash is known, and any part of it can be read again. */
export type HeldContent = {
  stored: StoredObject;
  readPart: (start: number, length: number) => Promise<Uint8Array>;
  discard: () => Promise<void>;
};

/** Receives a body before it goes to S3, whose key needs the hash; a stream waits in a temporary file. */
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
