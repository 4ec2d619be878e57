import { readFile } from 'node:fs/promises';
import { MAX_PHOTO_PIXELS } from '@field-inspection/contract';
import type { Metadata } from 'sharp';
import { hasTangledExif } from '../../../platform/decoding/judge-exif.ts';
import { findDamage, type PhotoRefusal, refuseDamage, refusePhoto } from './find-damage.ts';
import { mendPicture, openPicture } from './open-picture.ts';
import { type ExifFacts, readExif } from './read-exif.ts';
import { listPngChunks, type PhotoMime, sniffPicture } from './sniff-picture.ts';

export type PhotoFacts = ExifFacts & {
  mime: PhotoMime;
  width: number;
  height: number;
  /** EXIF: 1 is upright, 2 to 8 are mirrored or turned. */
  orientation: number;
};

/**
 * Judges whether a file is a whole photo of a size that can be shown, and reads its metadata. It is decoded to its
 * last pixel; its bytes are not changed.
 *
 * @param input the bytes, or the path of the file that holds them
 */
export const inspectPhoto = async (
  input: Uint8Array | string,
  { maxPixels = MAX_PHOTO_PIXELS }: { maxPixels?: number } = {},
): Promise<{ ok: true; photo: PhotoFacts } | PhotoRefusal> => {
  const bytes = typeof input === 'string' ? await readFile(input) : input;
  const signature = judgeSignature(bytes);
  if (!signature.ok) return signature;
  if (hasTangledExif(bytes)) {
    return refusePhoto(
      'corrupt',
      'The EXIF block of the photo leads into itself: send the photo without it.',
    );
  }
  return decodePhoto(mendPicture(bytes), signature.mime, maxPixels);
};

const decodePhoto = async (bytes: Uint8Array, mime: PhotoMime, maxPixels: number) => {
  const header = await readHeader(bytes);
  if (header instanceof Error) return refuseDamage(bytes, mime, header);
  const { width, height, orientation = 1, autoOrient, exif } = header;
  if (isOversized(header, maxPixels)) {
    const limit = `at most ${Math.floor(maxPixels / 1e6)} megapixels, and half as many at 16 bits a colour`;
    return refusePhoto(
      'oversized',
      `The photo has ${width} × ${height} pixels: send a smaller one, of ${limit}.`,
    );
  }
  const damage = await findDamage(bytes, { mime, width, height });
  if (damage) return damage;
  const photo: PhotoFacts = { mime, ...autoOrient, orientation, ...(await readExif(exif)) };
  return { ok: true as const, photo };
};

const readHeader = (bytes: Uint8Array): Promise<Metadata | Error> =>
  openPicture(bytes, 'error')
    .metadata()
    .catch((error: Error) => error);

// A few kilobytes can hold a picture that fills the memory: the size is judged before a pixel is decoded.
const isOversized = ({ width, height, channels, depth }: Metadata, maxPixels: number): boolean => {
  const sampleBytes = depth === 'uchar' ? 1 : 2;
  return width * height > maxPixels || width * height * channels * sampleBytes > maxPixels * 4;
};

const TAKEN = 'a photo as JPEG, PNG or WebP';

export const judgeSignature = (bytes: Uint8Array): { ok: true; mime: PhotoMime } | PhotoRefusal => {
  if (bytes.length === 0) return refusePhoto('truncated', `The file is empty: send ${TAKEN}.`);
  const sniffed = sniffPicture(bytes);
  if (sniffed.kind === 'none') return refusePhoto('fake', `The file is no picture: send ${TAKEN}.`);
  if (sniffed.kind === 'other') {
    return refusePhoto('unsupported', `The photo is ${sniffed.name}, which is not taken: send it as JPEG.`);
  }
  const { mime } = sniffed;
  if (isAnimated(bytes, mime)) {
    return refusePhoto(
      'animated',
      `The picture is animated, so it is no photo: send ${TAKEN}, of one frame.`,
    );
  }
  return { ok: true, mime };
};

/** Only the first frame would be inspected and shown. */
const isAnimated = (bytes: Uint8Array, mime: PhotoMime): boolean => {
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
