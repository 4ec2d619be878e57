/** Most pixels of a photo where the device kept the service's reply from a release without the limit. */
const MAX_PIXELS = 60_000_000;

const BEGINNINGS: [RegExp, string][] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n/, 'image/png'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
];

export const HEAD_BYTES = 25;

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
