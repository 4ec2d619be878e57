import type { Photo } from './encode-jpeg.ts';
import { takeStill } from './take-still.ts';
import { toPhoto, type Takes } from './to-photo.ts';

/**
 * Takes a photo at the sensor's full resolution. A browser's other formats become JPEG: without loss they would be
 * several times as large.
 *
 * @throws {Error} where the camera gives none
 */
export const takePicture = async (track: MediaStreamTrack, takes: Takes): Promise<Photo> =>
  toPhoto(await takeStill(track), { ...takes, mime_types: ['image/jpeg'] });
