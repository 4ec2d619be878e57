import { refusePhoto, type PhotoRefusal } from './photo-refusal.ts';
import { listPngChunks, sniffPicture, type PhotoMime } from './sniff-picture.ts';

const TAKEN = 'a photo as JPEG, PNG or WebP';

/** What a file is by its own bytes, before anything decodes it: a photo's type, or why it is not taken. */
export const judgeSignature = (bytes: Uint8Array): { ok: true; mime: PhotoMime } | PhotoRefusal => {
  if (bytes.length === 0) return refusePhoto('truncated', `The file is empty: send ${TAKEN}.`);
  const sniffed = sniffPicture(bytes);
  if (sniffed.kind === 'none') return refusePhoto('fake', `The file is no picture: send ${TAKEN}.`);
  if (sniffed.kind === 'other') {
    return refusePhoto('unsupported', `The photo is ${sniffed.name}, which is not taken: send it as JPEG.`);
  }
  const { mime } = sniffed;
  if (isAnimated(bytes, mime)) {
    return refusePhoto(
      'animated',
      `The picture is animated, so it is no photo: send ${TAKEN}, of one frame.`,
    );
  }
  return { ok: true, mime };
};

/** Whether a picture has several frames, of which only the first would be inspected and shown. */
const isAnimated = (bytes: Uint8Array, mime: PhotoMime): boolean => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (mime === 'image/webp') return isAnimatedWebp(file);
  return mime === 'image/png' && isAnimatedPng(file);
};

// RFC 9649, section 2.7: the flag of animation in the extended header.
const isAnimatedWebp = (file: Buffer): boolean =>
  file.length > 20 && file.toString('latin1', 12, 16) === 'VP8X' && (file.readUInt8(20) & 0b10) !== 0;

// PNG third edition, section 5.6: acTL stands before the first IDAT.
const isAnimatedPng = (file: Buffer): boolean => {
  for (const { type } of listPngChunks(file)) {
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
  }
  return false;
};
