import sharp from 'sharp';
import { noisyPicture } from './noisy-picture.ts';

export const makeCameraPhoto = async (): Promise<Buffer> => {
  const size = { width: 4032, height: 3024, fit: 'fill' } as const;
  const scene = await noisyPicture().blur(3).resize(size).raw().toBuffer({ resolveWithObject: true });
  const grain = await noisyPicture().toBuffer({ resolveWithObject: true });
  return sharp(scene.data, { raw: scene.info })
    .composite([{ input: grain.data, raw: grain.info, tile: true, blend: 'soft-light' }])
    .withExif({
      IFD2: { DateTimeOriginal: '2026:11:20 10:00:00', OffsetTimeOriginal: '+01:00' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '45/1 27/1 30/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '9/1 11/1 24/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 85 })
    .toBuffer();
};
