/** The most pixels that a service takes whose word a device kept from before it said so. */
const MAX_PIXELS = 60_000_000;

const BEGINNINGS: [RegExp, string][] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n/, 'image/png'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
];

/** Bytes at the head of a file that tell its type. */
export const HEAD_BYTES = 25;

/** The type of a photo by its first bytes, whatever its file is called; empty where they are none of such a photo. */
export const sniffType = (head: Uint8Array): string => {
  const text = String.fromCharCode(...head.subarray(0, 12));
  return BEGINNINGS.find(([beginning]) => beginning.test(text))?.[1] ?? '';
};

/** How many pixels the service takes of a file: of a PNG of 16 bits a colour, which takes twice the memory, half as many. */
export const mostPixels = (head: Uint8Array, maxPixels = MAX_PIXELS): number =>
  sniffType(head) === 'image/png' && head[24] === 16 ? maxPixels / 2 : maxPixels;
