import { encodeJpeg, fitPixels, type Photo } from './encode-jpeg.ts';

export type Takes = { mime_types: readonly string[]; max_bytes: number; max_pixels?: number };

/**
 * A picture that the service can't take as it is becomes a JPEG.
 *
 * @throws {Error} where the browser can't read it
 */
export const toPhoto = async (photo: Photo, takes: Takes): Promise<Photo> => {
  const pixels = mostPixels(await readHead(photo.blob), takes.max_pixels);
  const isAsItIs = isFitting(photo, pixels) && isTaken(photo.blob, takes);
  return isAsItIs ? photo : withBitmap(photo.blob, makeEncode(takes));
};

/**
 * The chosen file is decoded to its last pixel, so that a damaged one is told while the person can choose another.
 *
 * @throws {Error} where the browser can't read it
 */
export const readFile = async (file: Blob, takes: Takes): Promise<Blob> => {
  const head = await readHead(file);
  // An older service refuses a file whose name claims another type.
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

/** A picture with too many pixels becomes a smaller JPEG, which has 8 bits a colour. */
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

/** For a reply of the service, kept on the device, from a release that named no limit. */
const MAX_PIXELS = 60_000_000;

const BEGINNINGS: [RegExp, string][] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n/, 'image/png'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
];

const HEAD_BYTES = 25;

/** Reads the first bytes, since a file's name may be wrong. Gives '' for other files. */
export const sniffType = (head: Uint8Array): string => {
  const text = String.fromCharCode(...head.subarray(0, 12));
  return BEGINNINGS.find(([beginning]) => beginning.test(text))?.[1] ?? '';
};

/** A PNG of 16 bits a colour takes twice the memory, and so may have half the pixels. */
export const mostPixels = (head: Uint8Array, maxPixels = MAX_PIXELS): number =>
  sniffType(head) === 'image/png' && head[24] === 16 ? maxPixels / 2 : maxPixels;
