import type { Luminance } from './judge-picture.ts';

const WIDTH = 384;

/** A picture in grey, small enough to look at each point. */
export const readLuminance = async (picture: Blob): Promise<Luminance> => {
  const bitmap = await createImageBitmap(picture);
  const width = Math.min(WIDTH, bitmap.width);
  const height = Math.max(1, Math.round((bitmap.height * width) / bitmap.width));
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const drawing = canvas.getContext('2d', { willReadFrequently: true })!;
  drawing.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const { data } = drawing.getImageData(0, 0, width, height);
  const values = new Uint8Array(width * height);
  for (let index = 0; index < values.length; index++) {
    const [red, green, blue] = [data[index * 4]!, data[index * 4 + 1]!, data[index * 4 + 2]!];
    // Rec. 709.
    values[index] = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
  return { width, height, values };
};
