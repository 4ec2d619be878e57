import { findJpegEnd, measureScans } from '../photos/jpeg/find-jpeg-end.ts';
import { findScanEnd, SOS, walkJpeg } from '../photos/jpeg/walk-jpeg.ts';
import { blankExif } from './blank-exif.ts';
import { blankMpf } from './blank-mpf.ts';
import { blankProfile } from './blank-profile.ts';
import { LocationStaysError } from './location-stays-error.ts';

/**
 * Blanks a JPEG in place (ITU-T T.81, annex B). The bytes after its end are blanked too, also if the end marker is
 * missing: whole pictures there keep their pixels, since cameras append brightness maps; films, which have a location
 * of their own, go.
 */
export const blankJpeg = (file: Buffer): void => {
  const first = findJpegEnd(file);
  if (!first) throw broken();
  blankPicture(file.subarray(0, first.end));
  file.fill(0, first.isMarked ? blankFurther(file, first.end) : first.end);
  // The end marker overwrites bytes after the end, where there are any.
  if (!first.isMarked) END.copy(file, first.end);
};

const START = Buffer.from([0xff, 0xd8, 0xff]);
const END = Buffer.from([0xff, 0xd9]);

const blankFurther = (file: Buffer, from: number): number => {
  let end = from;
  for (let next = file.indexOf(START, end); next >= 0; next = file.indexOf(START, end)) {
    const picture = findJpegEnd(file, next);
    if (!picture?.isMarked || !isBlanked(file.subarray(next, picture.end))) return end;
    file.fill(0, end, next);
    end = picture.end;
  }
  return end;
};

const isBlanked = (picture: Buffer): boolean => {
  try {
    blankPicture(picture);
    return true;
  } catch (error) {
    if (error instanceof LocationStaysError) return false;
    throw error;
  }
};

const blankPicture = (picture: Buffer): void => {
  // After the last code of a scan there are no pixels, though the next marker may be far.
  for (const end of measureScans(picture).ends) picture.fill(0, end, findScanEnd(picture, end));
  walkJpeg(picture, 0, ({ marker, from, to }) => blankPart(marker, picture.subarray(from, to)));
};

const blankPart = (marker: number, content: Buffer): void => {
  if (isOfThePixels(marker)) return requireLength(marker, content);
  const name = content.toString('latin1', 0, 12);
  const known = KNOWN.find(({ of, prefix }) => of === marker && name.startsWith(prefix));
  if (!known?.blank(content)) content.fill(0);
};

// Frames, tables of Huffman and arithmetic coding, quantization, scans, restart intervals, hierarchical frames.
const isOfThePixels = (marker: number): boolean => marker >= 0xc0 && marker <= 0xdf && marker !== RESERVED;

const RESERVED = 0xc8;
const HUFFMAN = 0xc4;
const QUANTIZATION = 0xdb;

const requireLength = (marker: number, content: Buffer): void => {
  if (measureSegment(marker, content) !== content.length) throw broken();
};

const measureSegment = (marker: number, content: Buffer): number => {
  if (marker === HUFFMAN) return measureTables(content, measureHuffman);
  if (marker === QUANTIZATION) return measureTables(content, (at) => (content[at]! >> 4 === 0 ? 65 : 129));
  if (marker === 0xcc) return content.length - (content.length % 2);
  if (marker === SOS) return 4 + 2 * (content[0] ?? NaN);
  if (marker === 0xdd || marker === 0xdc) return 2;
  if (marker === 0xdf) return 1;
  return 6 + 3 * (content[5] ?? NaN);
};

const measureHuffman = (at: number, content: Buffer): number => {
  let bytes = 17;
  for (let length = 1; length <= 16; length += 1) bytes += content[at + length] ?? NaN;
  return bytes;
};

const measureTables = (content: Buffer, measure: (at: number, content: Buffer) => number): number => {
  let at = 0;
  while (at < content.length) at += measure(at, content);
  return at;
};

type Known = { of: number; prefix: string; blank: (content: Buffer) => boolean };

const KNOWN: Known[] = [
  {
    of: 0xe0,
    prefix: 'JFIF\0',
    // Version and density stay; the small picture goes.
    blank: (content) => content.length >= 14 && Boolean(content.fill(0, 12)),
  },
  { of: 0xe1, prefix: 'Exif\0', blank: blankExif },
  {
    of: 0xe2,
    prefix: 'ICC_PROFILE\0',
    blank: (content) => {
      if (content[13] !== 1 && content.toString('latin1', 50, 54) === 'acsp')
        throw new LocationStaysError('its profile of colours is too large');
      return content[12] === 1 && content[13] === 1 && blankProfile(content.subarray(14));
    },
  },
  // MPF indexes the pictures behind the first.
  { of: 0xe2, prefix: 'MPF\0', blank: blankMpf },
  { of: 0xee, prefix: 'Adobe', blank: (content) => content.length >= 12 && Boolean(content.fill(0, 12)) },
];

const broken = () => new LocationStaysError('its JPEG structure is broken');
