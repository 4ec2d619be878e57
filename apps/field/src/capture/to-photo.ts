import { encodeJpeg } from './encode-jpeg.ts';
import { fitPixels, sniffType } from './judge-file.ts';

/** What the service takes: types, and how many bytes at most. */
export type Takes = { mime_types: readonly string[]; max_bytes: number };

/**
 * A picture that the camera gave, as the service takes it: as it is where that will do, else as JPEG.
 *
 * @throws {Error} where the browser can't read it
 */
export const toPhoto = async (picture: Blob, takes: Takes): Promise<Blob> =>
  isTaken(picture, takes) ? picture : withBitmap(picture, encodeFitted);

/**
 * A file that the person chose, as the service takes it. It is decoded to its last pixel: what is damaged or no picture is
 * told now, while the person can choose another.
 *
 * @throws {Error} where the browser can't read it
 */
export const readFile = async (file: Blob, takes: Takes): Promise<Blob> => {
  // A file may be called something else than it is, which the service would refuse.
  const type = sniffType(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  const picture = type === '' || type === file.type ? file : file.slice(0, file.size, type);
  return withBitmap(picture, async (bitmap) => {
    const isFitting = type !== '' && fitPixels(bitmap).width === bitmap.width;
    return isFitting && isTaken(picture, takes) ? picture : encodeFitted(bitmap);
  });
};

const isTaken = ({ type, size }: Blob, { mime_types, max_bytes }: Takes): boolean =>
  size > 0 && size <= max_bytes && mime_types.includes(type);

const encodeFitted = (bitmap: ImageBitmap): Promise<Blob> => encodeJpeg(bitmap, fitPixels(bitmap));

const withBitmap = async (picture: Blob, use: (bitmap: ImageBitmap) => Promise<Blob>): Promise<Blob> => {
  const bitmap = await createImageBitmap(picture);
  try {
    return await use(bitmap);
  } finally {
    bitmap.close();
  }
};
