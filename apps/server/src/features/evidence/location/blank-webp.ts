import { blankExif } from './blank-exif.ts';
import { blankProfile } from './blank-profile.ts';
import { LocationStaysError } from './location-stays-error.ts';

export const blankWebp = (file: Buffer): void => {
  const fileEnd = file.length < 12 ? Infinity : file.readUInt32LE(4) + 8;
  if (fileEnd > file.length) throw broken();
  const flags = { kept: 0, dropped: FLAGS['XMP ']! };
  for (let at = 12; at < fileEnd;) {
    if (at + 8 > fileEnd) throw broken();
    const size = file.readUInt32LE(at + 4);
    const end = at + 8 + size;
    if (end > fileEnd) throw broken();
    const flag = FLAGS[file.toString('latin1', at, at + 4)] ?? 0;
    if (blankChunk(file, at, file.subarray(at + 8, end))) flags.kept |= flag;
    else flags.dropped |= flag;
    at = end + (size % 2);
  }
  file.fill(0, fileEnd);
  if (hasHeader(file)) file[HEADER_AT]! &= ~flags.dropped | flags.kept;
};

const PIXELS = new Set(['VP8 ', 'VP8L', 'ALPH']);

const FLAGS: Record<string, number> = { 'XMP ': 0b100, EXIF: 0b1000, ICCP: 0b10_0000 };
const HEADER = 'VP8X';
const HEADER_AT = 20;
const HEADER_BYTES = 10;

const hasHeader = (file: Buffer): boolean => file.toString('latin1', 12, 16) === HEADER;

/** Says whether the chunk's kind is kept. Readers skip unknown chunks (section 2.7.1.6). */
const blankChunk = (file: Buffer, at: number, content: Buffer): boolean => {
  const type = file.toString('latin1', at, at + 4);
  if (PIXELS.has(type)) return true;
  if (type === HEADER) return blankHeader(content);
  if (type === 'EXIF' && blankExif(content)) return true;
  if (type === 'ICCP' && blankProfile(content)) return true;
  file.write('VOID', at, 'latin1');
  content.fill(0);
  return false;
};

const blankHeader = (content: Buffer): boolean => {
  if (content.length < HEADER_BYTES) throw broken();
  content.fill(0, 1, 4);
  content.fill(0, HEADER_BYTES);
  return true;
};

const broken = () => new LocationStaysError('its WebP structure is broken');
