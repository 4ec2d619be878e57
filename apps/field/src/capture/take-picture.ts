import { encodeJpeg } from './encode-jpeg.ts';
import { isTaken, type Takes } from './to-photo.ts';

/** A sensor that does not answer must not hold up the person. */
const SENSOR_MS = 8_000;

/**
 * Takes a still: at the resolution of the sensor where the browser can, else what the video shows, in full.
 *
 * @throws {Error} where neither gives a picture
 */
export const takePicture = async (
  track: MediaStreamTrack,
  video: HTMLVideoElement,
  takes: Takes,
): Promise<Blob> => {
  const still = await takeStill(track).catch(() => undefined);
  if (still && isTaken(still, takes)) return still;
  return encodeJpeg(video, { width: video.videoWidth, height: video.videoHeight });
};

type StillCapture = { takePhoto: () => Promise<Blob> };
type WithCapture = typeof window & { ImageCapture?: new (track: MediaStreamTrack) => StillCapture };

const takeStill = async (track: MediaStreamTrack): Promise<Blob | undefined> => {
  const { ImageCapture } = window as WithCapture;
  if (!ImageCapture) return undefined;
  return Promise.race([
    new ImageCapture(track).takePhoto(),
    new Promise<undefined>((resolve) => setTimeout(resolve, SENSOR_MS)),
  ]);
};
