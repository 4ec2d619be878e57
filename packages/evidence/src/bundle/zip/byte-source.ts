import { EvidenceError } from '../../evidence-error.ts';

/**
 * Part of a `Blob` that is used: of a browser, of Node.js, or an object of the caller's over a file. Its bytes must not
 * change while they are read.
 */
export type BlobSource = {
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
};

/** Random access, so that bytes need not be in memory. */
export type ByteSource = {
  readonly size: number;
  read(start: number, end: number): Promise<Uint8Array>;
};

/** @throws {EvidenceError} `invalid_bundle`; and what the blob throws when it can't be read */
export function openSource(bundle: Uint8Array | BlobSource): ByteSource {
  // `isView` also takes bytes of another realm, such as a test runner's.
  if (ArrayBuffer.isView(bundle)) {
    const bytes = new Uint8Array(bundle.buffer, bundle.byteOffset, bundle.byteLength);
    return { size: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
  }
  if (typeof (bundle as BlobSource | null)?.slice !== 'function' || !Number.isSafeInteger(bundle.size)) {
    throw new EvidenceError('invalid_bundle', 'A bundle is a Uint8Array or a Blob.');
  }
  return {
    size: bundle.size,
    read: async (start, end) => {
      const bytes = new Uint8Array(await bundle.slice(start, end).arrayBuffer());
      if (bytes.length === end - start) return bytes;
      throw new EvidenceError('invalid_bundle', 'The blob was cut off while it was read.');
    },
  };
}
