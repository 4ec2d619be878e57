import sharp, { type Sharp, type SharpOptions } from 'sharp';

// Nothing is decoded twice, so a cache would only hold memory. One thread for a photo: two made a 12-megapixel
// one no faster, and several photos are decoded side by side anyhow.
sharp.cache(false);
sharp.concurrency(1);

/** The limit is checked by inspectPhoto, which can say what to do; sharp's own would only say no. */
export const openPicture = (bytes: Uint8Array, failOn: NonNullable<SharpOptions['failOn']>): Sharp =>
  sharp(bytes, { failOn, limitInputPixels: false });
