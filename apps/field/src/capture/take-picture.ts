import { takeStill } from '../media/take-still.ts';
import { toPhoto, type Takes } from './to-photo.ts';

/**
 * Takes a photo with all that the sensor gives. What a browser gives as another picture is made a JPEG: without loss it
 * would be several times as large.
 *
 * @throws {Error} where the camera gives none
 */
export const takePicture = async (
  track: MediaStreamTrack,
  { max_bytes }: Pick<Takes, 'max_bytes'>,
): Promise<Blob> => {
  const { blob } = await takeStill(track);
  return toPhoto(blob, { mime_types: ['image/jpeg'], max_bytes });
};
