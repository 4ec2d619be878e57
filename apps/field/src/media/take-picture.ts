import type { Photo } from './encode-jpeg.ts';
import { takeStill } from './take-still.ts';
import { toPhoto, type Takes } from './to-photo.ts';

/**
 * Takes a photo with all that the sensor gives. What a browser gives as another picture is made a JPEG: without loss it
 * would be several times as large.
 *
 * @throws {Error} where the camera gives none
 */
export const takePicture = async (track: MediaStreamTrack, takes: Takes): Promise<Photo> =>
  toPhoto(await takeStill(track), { ...takes, mime_types: ['image/jpeg'] });
