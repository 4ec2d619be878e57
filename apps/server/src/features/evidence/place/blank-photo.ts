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
 * A photo without its place: of the same length, and with the same pixels. Of what stands beside the pixels only
 * what is known to hold no place is kept (size, colours, camera, time), and the rest is blanked: place stands in
 * too many notations to look for each. A photo that has nothing to blank is returned as it is.
 *
 * @throws {PlaceStaysError} for a structure that can't be read to its end
 */
export const blankPhoto = (photo: Buffer, mime: PhotoMime): Buffer => {
  const blanked = Buffer.from(photo);
  BLANKS[mime](blanked);
  return blanked.equals(photo) ? photo : blanked;
};
