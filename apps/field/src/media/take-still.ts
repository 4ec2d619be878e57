import { encodeJpeg, type Photo } from './encode-jpeg.ts';
import { type Takes, toPhoto } from './to-photo.ts';

const TIMEOUT_MS = 15_000;
/** Assumed length of a frame in browsers that don't report frames. */
const FRAME_MS = 200;

const underWay = new WeakMap<MediaStreamTrack, Promise<unknown>>();

/**
 * Takes a photo at the sensor's full resolution while the live picture goes on. Browsers without ImageCapture, such as
 * Safari, give a frame of the picture at the camera's largest setting; so does a camera whose photos are smaller than
 * its pictures.
 */
export const takeStill = (track: MediaStreamTrack): Promise<Photo> => {
  // Stills wait for each other, since each turns the camera down again at its end.
  const still = (underWay.get(track) ?? Promise.resolve()).then(() => take(track));
  underWay.set(
    track,
    still.catch(() => {}),
  );
  return still;
};

const take = async (track: MediaStreamTrack): Promise<Photo> => {
  const { width, height } = track.getCapabilities?.() ?? {};
  const most = { width: width?.max ?? 0, height: height?.max ?? 0 };
  const photo = await photograph(track).catch(() => undefined);
  if (photo && longSide(photo) >= longSide(most)) return photo;
  const frame = await withTimeout(grabFrame(track, most)).catch(() => undefined);
  const [largest] = [photo, frame]
    .filter((each) => each !== undefined)
    .sort((a, b) => longSide(b) - longSide(a));
  if (!largest) throw new Error('no photo');
  return largest;
};

// A phone held upright swaps width and height.
const longSide = ({ width, height }: { width: number; height: number }): number => Math.max(width, height);

const withTimeout = <Value>(work: Promise<Value>): Promise<Value> =>
  Promise.race([
    work,
    new Promise<Value>((_, reject) => setTimeout(() => reject(new Error('no photo')), TIMEOUT_MS)),
  ]);

const photograph = async (track: MediaStreamTrack): Promise<Photo | undefined> => {
  if (!('ImageCapture' in globalThis)) return undefined;
  const camera = new ImageCapture(track);
  const sizes = await withTimeout(camera.getPhotoCapabilities());
  const largest =
    sizes.imageWidth?.max && sizes.imageHeight?.max
      ? { imageWidth: sizes.imageWidth.max, imageHeight: sizes.imageHeight.max }
      : {};
  return measure(await withTimeout(camera.takePhoto(largest)));
};

const measure = async (blob: Blob): Promise<Photo> => {
  const bitmap = await createImageBitmap(blob);
  const { width, height } = bitmap;
  bitmap.close();
  return { blob, width, height };
};

const grabFrame = async (
  track: MediaStreamTrack,
  most: { width: number; height: number },
): Promise<Photo> => {
  const before = track.getConstraints();
  const size = { width: { ideal: most.width || 4_096 }, height: { ideal: most.height || 3_072 } };
  // A camera that can't be turned up gives its usual picture.
  await track.applyConstraints({ ...before, ...size }).catch(() => {});
  try {
    return await drawFrame(track);
  } finally {
    await track.applyConstraints(before).catch(() => {});
  }
};

const drawFrame = async (track: MediaStreamTrack): Promise<Photo> => {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = new MediaStream([track]);
  await video.play();
  await waitForFrame(video);
  const { videoWidth: width, videoHeight: height } = video;
  const frame = await encodeJpeg(video, { width, height });
  video.srcObject = null;
  return frame;
};

// The first frame may be from before the camera was turned up.
const waitForFrame = async (video: HTMLVideoElement): Promise<void> => {
  for (let frames = 0; frames < 3; frames++) {
    await new Promise<unknown>((resolve) =>
      'requestVideoFrameCallback' in video
        ? video.requestVideoFrameCallback(resolve)
        : setTimeout(resolve, FRAME_MS),
    );
  }
};

/**
 * Other formats than the service's become JPEG: lossless ones would be several times as large.
 *
 * @throws {Error} where the camera gives no picture
 */
export const takePicture = async (track: MediaStreamTrack, takes: Takes): Promise<Photo> =>
  toPhoto(await takeStill(track), { ...takes, mime_types: ['image/jpeg'] });
