import { encodeJpeg, fitPixels, type Photo } from './encode-jpeg.ts';

/** The service takes these types, and so many bytes and pixels at most. */
export type Takes = { mime_types: readonly string[]; max_bytes: number; max_pixels?: number };

/**
 * A picture that the camera gave, as the service takes it: as it is where that will do, else as JPEG.
 *
 * @throws {Error} where the browser can't read it
 */
export const toPhoto = async (photo: Photo, takes: Takes): Promise<Photo> => {
  const pixels = mostPixels(await readHead(photo.blob), takes.max_pixels);
  const isAsItIs = isFitting(photo, pixels) && isTaken(photo.blob, takes);
  return isAsItIs ? photo : withBitmap(photo.blob, makeEncode(takes));
};

/**
 * Reads a file that the person chose, as the service takes it. The file is decoded to its last pixel: a damaged one, or
 * no picture, is told now, while the person can choose another.
 *
 * @throws {Error} where the browser can't read it
 */
export const readFile = async (file: Blob, takes: Takes): Promise<Blob> => {
  const head = await readHead(file);
  // A file may be called something else than it is, which an older service would refuse.
  const type = sniffType(head);
  const picture = type === '' || type === file.type ? file : file.slice(0, file.size, type);
  const pixels = mostPixels(head, takes.max_pixels);
  return withBitmap(picture, async (bitmap) => {
    const isAsItIs = type !== '' && isFitting(bitmap, pixels) && isTaken(picture, takes);
    return isAsItIs ? picture : (await makeEncode(takes)(bitmap)).blob;
  });
};

const readHead = async (file: Blob) => new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());

const isFitting = (size: { width: number; height: number }, pixels: number): boolean =>
  size.width * size.height <= pixels;

const isTaken = ({ type, size }: Blob, { mime_types, max_bytes }: Takes): boolean =>
  size > 0 && size <= max_bytes && mime_types.includes(type);

/** A smaller copy where it has too many pixels. A JPEG has 8 bits a colour. */
const makeEncode =
  ({ max_bytes, max_pixels }: Takes) =>
  (bitmap: ImageBitmap): Promise<Photo> => {
    const size = fitPixels(bitmap, mostPixels(new Uint8Array(), max_pixels));
    return encodeJpeg(bitmap, size, max_bytes);
  };

const withBitmap = async <Made>(
  picture: Blob,
  use: (bitmap: ImageBitmap) => Promise<Made>,
): Promise<Made> => {
  const bitmap = await createImageBitmap(picture);
  try {
    return await use(bitmap);
  } finally {
    bitmap.close();
  }
};

/** Most pixels of a photo where the device kept the service's reply from a release without the limit. */
const MAX_PIXELS = 60_000_000;

const BEGINNINGS: [RegExp, string][] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n/, 'image/png'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
];

const HEAD_BYTES = 25;

/** Gives the type of a photo by its first bytes, in spite of its file's name; empty for other files. */
export const sniffType = (head: Uint8Array): string => {
  const text = String.fromCharCode(...head.subarray(0, 12));
  return BEGINNINGS.find(([beginning]) => beginning.test(text))?.[1] ?? '';
};

/**
 * Most pixels of a file that the service takes: half as many of a PNG of 16 bits a colour, which takes twice the
 * memory.
 */
export const mostPixels = (head: Uint8Array, maxPixels = MAX_PIXELS): number =>
  sniffType(head) === 'image/png' && head[24] === 16 ? maxPixels / 2 : maxPixels;
