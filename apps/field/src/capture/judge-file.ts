/** The most pixels that the service takes in a photo (MAX_PIXELS of its features/evidence/photos). */
export const MAX_PIXELS = 60_000_000;

const BEGINNINGS: [RegExp, string][] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n/, 'image/png'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
];

/** The type of a photo by its first bytes, whatever its file is called; empty where they are none of such a photo. */
export const sniffType = (bytes: Uint8Array): string => {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  return BEGINNINGS.find(([beginning]) => beginning.test(head))?.[1] ?? '';
};

type Size = { width: number; height: number };

/** As large as the service takes, in the same shape, and at most as large as it is. */
export const fitPixels = ({ width, height }: Size): Size => {
  const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (width * height)));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
};
