import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { findJpegEnd } from './jpeg/find-jpeg-end.ts';
import { listPngChunks, sniffPicture } from './sniff-picture.ts';

// No photo is decoded twice, so a cache would only hold memory. Two threads made a 12-megapixel photo no faster, and
// several photos are decoded side by side anyhow.
sharp.cache(false);
sharp.concurrency(1);

/** Opens a picture of any size: inspectPhoto checks the limit, and tells the caller what to do, which sharp can't. */
export const openPicture = (bytes: Uint8Array, failOn: NonNullable<SharpOptions['failOn']>): Sharp =>
  sharp(bytes, { failOn, limitInputPixels: false });

/**
 * Makes a photo whole for the decoders. A JPEG without its end marker gets one, and loses the bytes behind. In a PNG,
 * an EXIF block after the pixels moves before them: both places are allowed (PNG third edition, section 5.6).
 */
export const mendPicture = (bytes: Uint8Array): Uint8Array => {
  const sniffed = sniffPicture(bytes);
  if (sniffed.kind !== 'photo') return bytes;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (sniffed.mime === 'image/jpeg') return endJpeg(file);
  return sniffed.mime === 'image/png' ? leadWithExif(file) : bytes;
};

const END = Buffer.from([0xff, 0xd9]);

const endJpeg = (file: Buffer): Buffer => {
  const found = findJpegEnd(file);
  return !found || found.isMarked ? file : Buffer.concat([file.subarray(0, found.end), END]);
};

const leadWithExif = (file: Buffer): Buffer => {
  let pixelsAt: number | undefined;
  for (const { type, isWhole, from, to } of listPngChunks(file)) {
    if (type === 'IDAT') pixelsAt ??= from;
    if (type === 'IEND' || !isWhole || (type === 'eXIf' && pixelsAt === undefined)) return file;
    if (type !== 'eXIf') continue;
    const [before, between, chunk, after] = [
      file.subarray(0, pixelsAt),
      file.subarray(pixelsAt, from),
      file.subarray(from, to),
      file.subarray(to),
    ];
    return Buffer.concat([before, chunk, between, after]);
  }
  return file;
};
