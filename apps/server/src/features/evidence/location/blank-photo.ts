import type { PhotoMime } from '../photos/sniff-picture.ts';
import { blankJpeg } from './blank-jpeg.ts';
import { blankPng } from './blank-png.ts';
import { blankWebp } from './blank-webp.ts';

const BLANKS: Record<PhotoMime, (file: Buffer) => void> = {
  'image/jpeg': blankJpeg,
  'image/png': blankPng,
  'image/webp': blankWebp,
};

/**
 * Blanks the location in a photo, and keeps its length and its pixels. Beside the pixels only parts that are known to
 * hold no location stay (size, colours, camera, time), and the rest is blanked: a location has too many notations to
 * look for each. A photo with nothing to blank is returned as it is.
 *
 * @throws {LocationStaysError} for a structure that can't be read to its end
 */
export const blankPhoto = (photo: Buffer, mime: PhotoMime): Buffer => {
  const blanked = Buffer.from(photo);
  BLANKS[mime](blanked);
  return blanked.equals(photo) ? photo : blanked;
};
