import type { Uploads } from '../shapes/open-shapes.ts';
import { type Content, detectType, MARKS_END, measureContent, type OpenContent } from './content.ts';

/**
 * Reason for which the service would refuse a photo: it is no JPEG, PNG or WebP, or too large in bytes or in pixels.
 */
export type PhotoFault = 'unknown_type' | 'too_many_bytes' | 'too_many_pixels';

/**
 * Tells why the service would refuse a photo before a byte of it is sent; `null` where its size and its first bytes say
 * nothing against it. Make a smaller copy of one that has too many pixels, such as a panorama.
 *
 * @param uploads the limits, as joining and `field.get()` tell them; one that is absent is not judged
 * @throws {UsageError} for content that is neither a Blob nor bytes
 *
 * @example
 * ```ts
 * const { uploads } = await field.get();
 * if ((await findPhotoFault(photo, uploads)) === 'too_many_pixels') photo = await shrink(photo, uploads.max_pixels);
 * await field.evidence.createPhoto(photo);
 * ```
 */
export async function findPhotoFault(
  content: Content,
  uploads: Partial<Uploads>,
): Promise<PhotoFault | null> {
  const { max_bytes = Infinity, max_pixels = Infinity } = uploads;
  const photo = measureContent(content);
  const countPixels = COUNTS[detectType(await readBytes(photo, 0, MARKS_END)) ?? ''];
  if (!countPixels) return 'unknown_type';
  if (photo.byteSize > max_bytes) return 'too_many_bytes';
  return (await countPixels(photo)) > max_pixels ? 'too_many_pixels' : null;
}

async function readBytes({ read }: OpenContent, from: number, count: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(count);
  bytes.set(new Uint8Array(await read(from, from + count)));
  return bytes;
}

const bigEndian = (bytes: Uint8Array, at: number, count: number): number =>
  bytes.subarray(at, at + count).reduce((sum, byte) => sum * 256 + byte, 0);
const littleEndian = (bytes: Uint8Array, at: number, count: number): number =>
  bigEndian(bytes.slice(at, at + count).reverse(), 0, count);

type Count = (photo: OpenContent) => Promise<number>;

/** The channels of each type of colour (PNG third edition, section 11.2.1). */
const CHANNELS = [1, 0, 3, 1, 2, 0, 4];

// The limit assumes four channels of a byte; channels of two bytes count twice.
const countPng: Count = async (photo) => {
  const head = await readBytes(photo, 0, 26);
  const pixels = bigEndian(head, 16, 4) * bigEndian(head, 20, 4);
  return head[24] === 16 ? Math.max(pixels, (pixels * (CHANNELS[head[25]!] ?? 4)) / 2) : pixels;
};

// RFC 9649, section 2: a lossy picture, a lossless one, or a header with the size of the next chunks.
const countWebp: Count = async (photo) => {
  const head = await readBytes(photo, 0, 30);
  const kind = String.fromCharCode(...head.subarray(12, 16));
  if (kind === 'VP8X') return (littleEndian(head, 24, 3) + 1) * (littleEndian(head, 27, 3) + 1);
  if (kind === 'VP8 ') return (littleEndian(head, 26, 2) & 0x3fff) * (littleEndian(head, 28, 2) & 0x3fff);
  const bits = littleEndian(head, 21, 4);
  return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1);
};

/** No camera writes so many segments before the size; a file with more is left to the service. */
const MAX_SEGMENTS = 1_000;

// The frame has the size (ITU-T T.81, annex B.2.2), behind any number of segments.
const countJpeg: Count = async (photo) => {
  let at = 2;
  for (let segments = 0; segments < MAX_SEGMENTS; segments += 1) {
    const head = await readBytes(photo, at, 9);
    const marker = head[1]!;
    if (head[0] !== 0xff || marker === SCAN) return 0;
    if (isFrame(marker)) return bigEndian(head, 5, 2) * bigEndian(head, 7, 2);
    at += marker === 0xff ? 1 : 2 + bigEndian(head, 2, 2);
  }
  return 0;
};

const SCAN = 0xda;
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const COUNTS: Record<string, Count> = {
  'image/jpeg': countJpeg,
  'image/png': countPng,
  'image/webp': countWebp,
};
