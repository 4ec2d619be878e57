import { MAX_PHOTO_PIXELS } from '@field-inspection/contract';
import { readFile } from 'node:fs/promises';
import type { Metadata } from 'sharp';
import { hasTangledExif } from '../../../platform/decoding/judge-exif.ts';
import { findDamage, refuseDamage } from './find-damage.ts';
import { judgeSignature } from './judge-signature.ts';
import { mendPicture, openPicture } from './open-picture.ts';
import { refusePhoto, type PhotoRefusal } from './photo-refusal.ts';
import { readExif, type ExifFacts } from './read-exif.ts';
import type { PhotoMime } from './sniff-picture.ts';

export type PhotoFacts = ExifFacts & {
  mime: PhotoMime;
  /** Upright, as `orientation` says: as a person sees it. */
  width: number;
  height: number;
  /** EXIF: 1 is upright, 2 to 8 are mirrored or turned. */
  orientation: number;
};

/**
 * Whether a file is a photo, whole and of a size that can be shown, and what it says of itself. It is decoded
 * to its last pixel; its bytes are not changed.
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

// A few kilobytes can hold a picture that fills the memory, so this is asked before a pixel is decoded.
const isOversized = ({ width, height, channels, depth }: Metadata, maxPixels: number): boolean => {
  const sampleBytes = depth === 'uchar' ? 1 : 2;
  return width * height > maxPixels || width * height * channels * sampleBytes > maxPixels * 4;
};
