import sharp from 'sharp';

let photos = 0;

/** As a phone takes photos: upright by its EXIF, with a time and a location. Each is another. */
export const takePhoto = ({ width = 640, height = 480 } = {}): Promise<Buffer> => {
  photos += 1;
  return sharp({
    create: { width, height, channels: 3, background: { r: photos % 256, g: 120, b: (photos * 7) % 256 } },
  })
    .jpeg({ quality: 85 })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'Test' },
      IFD2: { DateTimeOriginal: '2026:11:20 10:00:00', OffsetTimeOriginal: '+01:00' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '45/1 27/1 3000/100',
        GPSLongitudeRef: 'E',
        GPSLongitude: '9/1 11/1 2400/100',
      },
    })
    .toBuffer();
};
