import { UsageError } from '../../errors/field-inspection-error.ts';

/** Content that can be sent as bytes: a `Blob` or `File` of a browser or of Node.js, or bytes in memory. */
export type Content = BlobContent | Uint8Array | ArrayBuffer;

/** Part of a `Blob` that is used: it is read part by part, and never as a whole when it is uploaded in parts. */
export interface BlobContent {
  readonly size: number;
  readonly type: string;
  slice(from: number, to: number): BlobContent;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export interface OpenContent {
  readonly byteSize: number;
  /** Media type, such as `image/jpeg`. */
  readonly type: string;
  read(from: number, to: number): Promise<ArrayBuffer>;
}

/** Bytes by which photos tell their type, with their positions. */
const MARKS = [
  ['image/jpeg', 0, [0xff, 0xd8, 0xff]],
  ['image/png', 0, [0x89, 0x50, 0x4e, 0x47]],
  ['image/webp', 8, [0x57, 0x45, 0x42, 0x50]],
] as const;
export const MARKS_END = 12;

/**
 * The first bytes tell the type, since a file may be named wrongly, such as `image/jpg`; a Blob's own type comes
 * second.
 */
export async function openContent(content: Content): Promise<OpenContent> {
  const { byteSize, type, read } = measureContent(content);
  const detected = detectType(new Uint8Array(await read(0, MARKS_END))) ?? type;
  if (detected) return { byteSize, read, type: detected };
  throw new UsageError('The content is no JPEG, PNG or WebP: pass a Blob that says its type');
}

/** @throws {UsageError} for what is neither a Blob nor bytes */
export function measureContent(content: Content): OpenContent {
  if (isBlob(content)) {
    const { size: byteSize, type } = content;
    return { byteSize, type, read: (from, to) => content.slice(from, to).arrayBuffer() };
  }
  if (!(content instanceof ArrayBuffer || ArrayBuffer.isView(content)))
    throw new UsageError('The content must be a Blob, a Uint8Array or an ArrayBuffer');
  const bytes =
    content instanceof ArrayBuffer
      ? new Uint8Array(content)
      : new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
  return {
    byteSize: bytes.length,
    type: '',
    // A copy: fetch sends the whole buffer, of which these bytes may be a part.
    read: (from, to) => Promise.resolve(bytes.slice(from, to).buffer as ArrayBuffer),
  };
}

const isBlob = (content: Content): content is BlobContent =>
  typeof content === 'object' && content !== null && 'arrayBuffer' in content;

export const detectType = (start: Uint8Array): string | undefined =>
  MARKS.find(([, place, mark]) => mark.every((byte, index) => start[place + index] === byte))?.[0];
