import { blankExif } from './blank-exif.ts';
import { blankProfile } from './blank-profile.ts';
import { PlaceStaysError } from './place-stays-error.ts';

/** Blanks a WebP in place (RFC 9649): what is neither pixels nor their colours, and what follows its end. */
export const blankWebp = (file: Buffer): void => {
  const fileEnd = file.length < 12 ? Infinity : file.readUInt32LE(4) + 8;
  if (fileEnd > file.length) throw broken();
  for (let at = 12; at < fileEnd;) {
    if (at + 8 > fileEnd) throw broken();
    const size = file.readUInt32LE(at + 4);
    const end = at + 8 + size;
    if (end > fileEnd) throw broken();
    blankChunk(file, at, file.subarray(at + 8, end));
    at = end + (size % 2);
  }
  file.fill(0, fileEnd);
};

const PIXELS = new Set(['VP8 ', 'VP8L', 'ALPH']);
const HAS_XMP = 0b100;
const HEADER_BYTES = 10;

const blankChunk = (file: Buffer, at: number, content: Buffer): void => {
  const type = file.toString('latin1', at, at + 4);
  if (PIXELS.has(type)) return;
  if (type === 'EXIF') return blankExif(content);
  if (type === 'VP8X') {
    if (content.length < HEADER_BYTES) throw broken();
    content[0]! &= ~HAS_XMP;
    content.fill(0, 1, 4);
    content.fill(0, HEADER_BYTES);
    return;
  }
  if (type === 'ICCP') {
    if (blankProfile(content)) return;
    throw new PlaceStaysError('its profile of colours is none');
  }
  // Readers skip what they don't know (section 2.7.1.6).
  file.write('VOID', at, 'latin1');
  content.fill(0);
};

const broken = () => new PlaceStaysError('its WebP structure is broken');
