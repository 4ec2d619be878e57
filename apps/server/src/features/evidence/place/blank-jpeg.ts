import { blankExif } from './blank-exif.ts';
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
  if (isOfThePixels(marker)) return;
  const name = content.toString('latin1', 0, 12);
  if (marker === APP1 && name.startsWith('Exif\0')) return blankExif(content);
  if (KEPT.some(([of, prefix]) => of === marker && name.startsWith(prefix))) return;
  content.fill(0);
};

// Frames, tables of Huffman and arithmetic coding, quantization, scans, restart intervals, hierarchical frames.
const isOfThePixels = (marker: number): boolean => marker >= 0xc0 && marker <= 0xdf;

const APP1 = 0xe1;

const KEPT: [number, string][] = [
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  // Where the pictures behind the first one stand (CIPA DC-007).
  [0xe2, 'MPF\0'],
  [0xee, 'Adobe'],
];

const broken = () => new PlaceStaysError('its JPEG structure is broken');
