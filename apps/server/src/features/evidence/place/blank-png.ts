import { crc32 } from 'node:zlib';
import { blankExif } from './blank-exif.ts';
import { PlaceStaysError } from './place-stays-error.ts';

/** Blanks a PNG in place (PNG third edition): what is neither pixels nor their colours, and what follows its end. */
export const blankPng = (file: Buffer): void => {
  for (let at = 8; at + 12 <= file.length;) {
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) break;
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'IEND') return void file.fill(0, end);
    if (!KEPT.has(type)) blankChunk(file.subarray(at, end), type);
    at = end;
  }
  throw new PlaceStaysError('its PNG structure is broken');
};

const KEPT = new Set(
  'IHDR PLTE IDAT tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT tIME'.split(' '),
);

/** Ancillary and private: readers skip it. A text without its keyword would be an error. */
const BLANK_TYPE = 'voId';

const blankChunk = (chunk: Buffer, type: string): void => {
  const content = chunk.subarray(8, -4);
  if (type === 'eXIf') blankExif(content);
  else {
    chunk.write(BLANK_TYPE, 4, 'latin1');
    content.fill(0);
  }
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
};
