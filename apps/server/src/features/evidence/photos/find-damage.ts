import type { Metadata } from 'sharp';
import { openPicture } from './open-picture.ts';
import { listPngChunks, type PhotoMime } from './sniff-picture.ts';

/**
 * Decodes a photo to its last pixel, in the memory of a few rows where its format allows that. JPEG and WebP
 * have no checksums: damage that still decodes is seen only when the client announced the hash.
 */
export const findDamage = async (
  bytes: Uint8Array,
  { mime, ...size }: { mime: PhotoMime } & Pick<Metadata, 'width' | 'height'>,
): Promise<PhotoRefusal | undefined> => {
  const error = await decode(bytes, size);
  if (error) return refuseDamage(bytes, mime, error);
  return lacksEnd(bytes, mime) ? refuseTruncated() : undefined;
};

const DAMAGE = /bad Huffman code|premature end of data segment/;

const decode = async (
  bytes: Uint8Array,
  { width, height }: Pick<Metadata, 'width' | 'height'>,
): Promise<Error | undefined> => {
  // Shrinking on load, as a thumbnail does, would overlook damage.
  const lastPixel = { left: width - 1, top: height - 1, width: 1, height: 1 };
  const decodeTo = (failOn: 'warning' | 'error') =>
    openPicture(bytes, failOn)
      .extract(lastPixel)
      .raw()
      .toBuffer()
      .then(() => undefined, asError);
  const warning = await decodeTo('warning');
  // libjpeg only warns of a JPEG with an overwritten middle, and warns of harmless things, too.
  return !warning || DAMAGE.test(warning.message) ? warning : decodeTo('error');
};

export const refuseDamage = (bytes: Uint8Array, mime: PhotoMime, error: Error): PhotoRefusal =>
  isTruncated(bytes, mime, error.message)
    ? refuseTruncated()
    : refusePhoto('corrupt', 'The photo is damaged: send it again, or take it again.');

const refuseTruncated = (): PhotoRefusal =>
  refusePhoto('truncated', 'The end of the photo is missing: send the whole file again.');

const isTruncated = (bytes: Uint8Array, mime: PhotoMime, message: string): boolean => {
  if (mime === 'image/jpeg') return message.includes('premature end of JPEG');
  // A damaged length would lead past the end of a PNG, so its chunks are not walked.
  if (mime === 'image/png') return !asFile(bytes).includes('IEND', -64);
  return lacksEnd(bytes, mime);
};

// Decoders accept a file that is cut off after its last pixel; only libjpeg warns.
const lacksEnd = (bytes: Uint8Array, mime: PhotoMime): boolean => {
  const file = asFile(bytes);
  if (mime === 'image/webp') return file.length < 12 || file.readUInt32LE(4) + 8 > file.length;
  if (mime === 'image/jpeg') return false;
  return !hasWholeEndChunk(file);
};

const hasWholeEndChunk = (file: Buffer): boolean => {
  for (const { type, isWhole } of listPngChunks(file)) {
    if (type === 'IEND') return isWhole;
  }
  return false;
};

const asFile = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/**
 * The reasons why a file is not taken as a photo.
 *
 * - `fake`: another picture than announced, or none
 * - `unsupported`: a picture of another kind, such as HEIC
 * - `animated`: more than one frame
 * - `truncated`: its end is missing; `corrupt`: it can't be decoded to its last pixel
 * - `oversized`: more pixels than are decoded
 */
type PhotoRefusalCode = 'fake' | 'unsupported' | 'animated' | 'truncated' | 'corrupt' | 'oversized';

export type PhotoRefusal = { ok: false; code: PhotoRefusalCode; message: string };

export const refusePhoto = (code: PhotoRefusalCode, message: string): PhotoRefusal => ({
  ok: false,
  code,
  message,
});
