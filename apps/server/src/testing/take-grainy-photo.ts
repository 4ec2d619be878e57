import sharp from 'sharp';

let taken = 0;

/** 12 megapixels with the grain of a sensor: some megabytes, as a phone's photo. Each is another. */
export const takeGrainyPhoto = (): Promise<Buffer> => {
  taken += 1;
  const noise = { type: 'gaussian', mean: 100 + (taken % 50), sigma: 12 } as const;
  return sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#000', noise } })
    .jpeg({ quality: 85 })
    .toBuffer();
};
