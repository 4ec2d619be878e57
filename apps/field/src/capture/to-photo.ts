import { encodeJpeg } from './encode-jpeg.ts';

/** What the service takes: types, and how many bytes at most. */
export type Takes = { mime_types: readonly string[]; max_bytes: number };

export const isTaken = ({ type, size }: Blob, { mime_types, max_bytes }: Takes): boolean =>
  size > 0 && size <= max_bytes && mime_types.includes(type);

/**
 * A picture that was chosen as a file, as the service takes it: as it is where that will do, else as JPEG.
 *
 * @throws {Error} where the browser can't read it
 */
export const toPhoto = async (file: Blob, takes: Takes): Promise<Blob> => {
  if (isTaken(file, takes)) return file;
  const bitmap = await createImageBitmap(file);
  try {
    return await encodeJpeg(bitmap, bitmap);
  } finally {
    bitmap.close();
  }
};
