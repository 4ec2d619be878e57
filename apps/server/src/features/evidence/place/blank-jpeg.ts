import { blankExif } from './blank-exif.ts';
import { blankMpf } from './blank-mpf.ts';
import { blankProfile } from './blank-profile.ts';
import { PlaceStaysError } from './place-stays-error.ts';

/**
 * Blanks a JPEG in place (ITU-T T.81, annex B). What follows its end is blanked too: pictures that are whole keep
 * their pixels, since a camera puts brightness maps there; films, which have a place of their own, go.
 */
export const blankJpeg = (file: Buffer): void => {
  let end = blankPicture(file, 0);
  for (let next = file.indexOf(START, end); next >= 0; next = file.indexOf(START, end)) {
    file.fill(0, end, next);
    try {
      end = blankPicture(file, next);
    } catch (error) {
      if (!(error instanceof PlaceStaysError)) throw error;
      end = next;
      break;
    }
  }
  file.fill(0, end);
};

const START = Buffer.from([0xff, 0xd8, 0xff]);
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;

/** Answers where the picture ends. */
const blankPicture = (file: Buffer, start: number): number => {
  for (let at = start + 2; ;) {
    if (file[at] !== 0xff) throw broken();
    // Any number of fill bytes may stand before a marker.
    while (file[at] === 0xff) at += 1;
    const marker = file[at];
    at += 1;
    if (marker === EOI) return at;
    if (marker === undefined || marker === 0 || marker === SOI) throw broken();
    if (hasNoContent(marker)) continue;
    if (at + 2 > file.length) throw broken();
    const end = at + file.readUInt16BE(at);
    if (end < at + 2 || end > file.length) throw broken();
    blankSegment(marker, file.subarray(at + 2, end));
    at = marker === SOS ? findScanEnd(file, end) : end;
    if (at === file.length) return at;
  }
};

// TEM, and the restarts between rows.
const hasNoContent = (marker: number): boolean => marker === 0x01 || isRestart(marker);
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;

/** Where the next marker stands behind the pixels of a scan, or the end of a file that has none. */
const findScanEnd = (file: Buffer, start: number): number => {
  for (let at = start; at + 1 < file.length; at += 1) {
    if (file[at] !== 0xff) continue;
    const next = file[at + 1]!;
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  return file.length;
};

const blankSegment = (marker: number, content: Buffer): void => {
  if (isOfThePixels(marker)) return requireLength(marker, content);
  const name = content.toString('latin1', 0, 12);
  if (marker === APP1 && name.startsWith('Exif\0')) return blankExif(content);
  const known = KNOWN.find(({ of, prefix }) => of === marker && name.startsWith(prefix));
  if (!known?.blank(content)) content.fill(0);
};

// Frames, tables of Huffman and arithmetic coding, quantization, scans, restart intervals, hierarchical frames.
const isOfThePixels = (marker: number): boolean => marker >= 0xc0 && marker <= 0xdf && marker !== RESERVED;

const RESERVED = 0xc8;
const HUFFMAN = 0xc4;
const QUANTIZATION = 0xdb;

/** What follows would be read as another table, or not at all. */
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

const APP1 = 0xe1;

/** Blanks a segment, and answers whether it is what its name says. */
type Known = { of: number; prefix: string; blank: (content: Buffer) => boolean };

const KNOWN: Known[] = [
  {
    of: 0xe0,
    prefix: 'JFIF\0',
    // Version and density; the small picture behind them goes.
    blank: (content) => content.length >= 14 && Boolean(content.fill(0, 12)),
  },
  {
    of: 0xe2,
    prefix: 'ICC_PROFILE\0',
    blank: (content) => {
      if (content[13] !== 1 && content.toString('latin1', 50, 54) === 'acsp')
        throw new PlaceStaysError('its profile of colours is too large');
      return content[12] === 1 && content[13] === 1 && blankProfile(content.subarray(14));
    },
  },
  // Where the pictures behind the first one stand.
  { of: 0xe2, prefix: 'MPF\0', blank: blankMpf },
  { of: 0xee, prefix: 'Adobe', blank: (content) => content.length >= 12 && Boolean(content.fill(0, 12)) },
];

const broken = () => new PlaceStaysError('its JPEG structure is broken');
