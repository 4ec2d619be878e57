import { afterEach, describe, expect, it, vi } from 'vitest';
import { takeStill } from './take-still.ts';

const MOST = { width: 4_032, height: 3_024 };
const camera = () =>
  ({
    getCapabilities: () => ({ width: { max: MOST.width }, height: { max: MOST.height } }),
  }) as MediaStreamTrack;

/** A sensor that counts the photos asked of it at once, and fails when told to. */
const useSensor = () => {
  const seen = { running: 0, most: 0, asked: [] as object[], fails: false };
  class ImageCapture {
    getPhotoCapabilities = async () => ({
      imageWidth: { max: MOST.width },
      imageHeight: { max: MOST.height },
    });
    takePhoto = async (size: object) => {
      seen.asked.push(size);
      seen.most = Math.max(seen.most, ++seen.running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      seen.running -= 1;
      if (seen.fails) throw new Error('the sensor gives none');
      return new Blob(['pixels']);
    };
  }
  vi.stubGlobal('ImageCapture', ImageCapture);
  vi.stubGlobal('createImageBitmap', async () => ({ ...MOST, close: () => {} }));
  return seen;
};

describe('a still of the running camera', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is asked for as large as the sensor is', async () => {
    const seen = useSensor();
    expect(await takeStill(camera())).toMatchObject(MOST);
    expect(seen.asked).toEqual([{ imageWidth: MOST.width, imageHeight: MOST.height }]);
  });

  it('waits for the one before of the same camera, also where that one fails, and for none of another camera', async () => {
    const seen = useSensor();
    const one = camera();
    await Promise.all([takeStill(one), takeStill(one), takeStill(one)]);
    expect(seen.most).toBe(1);
    await Promise.all([takeStill(one), takeStill(camera())]);
    expect(seen.most).toBe(2);
    seen.fails = true;
    const failed = takeStill(one);
    await expect(failed).rejects.toThrow('no photo');
    seen.fails = false;
    expect(await takeStill(one)).toMatchObject(MOST);
  });
});
