import { listPngChunks } from './list-png-chunks.ts';
import type { PhotoMime } from './sniff-picture.ts';

/** Whether a picture has frames that move: of those only the first would be looked at and shown. */
export const isAnimated = (bytes: Uint8Array, mime: PhotoMime): boolean => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (mime === 'image/webp') return isAnimatedWebp(file);
  return mime === 'image/png' && isAnimatedPng(file);
};

// RFC 9649, section 2.7: the flag of animation in the extended header.
const isAnimatedWebp = (file: Buffer): boolean =>
  file.length > 20 && file.toString('latin1', 12, 16) === 'VP8X' && (file.readUInt8(20) & 0b10) !== 0;

// PNG third edition, section 5.6: acTL stands before the first IDAT.
const isAnimatedPng = (file: Buffer): boolean => {
  for (const { type } of listPngChunks(file)) {
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
  }
  return false;
};
