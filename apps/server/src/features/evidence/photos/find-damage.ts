import type { Metadata } from 'sharp';
import { openPicture } from './open-picture.ts';
import { refusePhoto, type PhotoRefusal } from './photo-refusal.ts';
import type { PhotoMime } from './sniff-picture.ts';

/**
 * Decodes a photo to its last pixel, in the memory of a few rows where its format allows that. JPEG and WebP
 * have no checksums: damage that still decodes is seen only when the client announced the hash.
 */
export const findDamage = async (
  bytes: Uint8Array,
  { mime, width, height }: { mime: PhotoMime } & Pick<Metadata, 'width' | 'height'>,
): Promise<PhotoRefusal | undefined> => {
  // Shrinking it on load, as a thumbnail does, would overlook damage.
  const lastPixel = { left: width - 1, top: height - 1, width: 1, height: 1 };
  const decode = (failOn: 'warning' | 'error') =>
    openPicture(bytes, failOn)
      .extract(lastPixel)
      .raw()
      .toBuffer()
      .then(() => undefined, asError);
  const warning = await decode('warning');
  if (!warning) return undefined;
  // A JPEG whose middle is overwritten only makes libjpeg warn. It warns of harmless things too.
  const error = DAMAGE.test(warning.message) ? warning : await decode('error');
  return error && refuseDamage(bytes, mime, error);
};

const DAMAGE = /bad Huffman code|premature end of data segment/;

/** Says what a decoder's failure means. */
export const refuseDamage = (bytes: Uint8Array, mime: PhotoMime, error: Error): PhotoRefusal =>
  isTruncated(bytes, mime, error.message)
    ? refusePhoto('truncated', 'The end of the photo is missing: send the whole file again.')
    : refusePhoto('corrupt', 'The photo is damaged: send it again, or take it again.');

const isTruncated = (bytes: Uint8Array, mime: PhotoMime, message: string): boolean => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (mime === 'image/jpeg') return message.includes('premature end of JPEG');
  if (mime === 'image/png') return !file.includes('IEND', -64);
  return file.length < 12 || file.readUInt32LE(4) + 8 > file.length;
};

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
