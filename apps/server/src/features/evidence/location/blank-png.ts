import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { blankExif } from './blank-exif.ts';
import { blankProfile } from './blank-profile.ts';
import { LocationStaysError } from './location-stays-error.ts';

export const blankPng = (file: Buffer): void => {
  const seen = new Set<string>();
  const pixels: Buffer[] = [];
  for (let at = 8; at + 12 <= file.length;) {
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) break;
    const type = file.toString('latin1', at + 4, at + 8);
    const chunk = file.subarray(at, end);
    if (type === 'IEND') {
      endFile(file, at);
      return blankTail(pixels);
    }
    if (type === 'IDAT') pixels.push(chunk);
    else if (type === 'eXIf') void (blankExif(chunk.subarray(8, -4)) || blankChunk(chunk));
    else if (type === 'iCCP' && !seen.has(type)) rewriteProfile(chunk);
    else if (seen.has(type) || !LENGTHS[type]?.includes(chunk.length - 12)) blankChunk(chunk);
    seen.add(type);
    if (type !== 'IDAT') sealChunk(chunk);
    at = end;
  }
  throw broken();
};

/** The palette and its transparency have up to 256 colours. */
const LENGTHS: Record<string, number[]> = {
  IHDR: [13],
  PLTE: Array.from({ length: 256 }, (_, last) => 3 * (last + 1)),
  tRNS: Array.from({ length: 256 }, (_, last) => last + 1),
  cHRM: [32],
  gAMA: [4],
  sBIT: [1, 2, 3, 4],
  sRGB: [1],
  cICP: [4],
  mDCV: [24],
  cLLI: [8],
  bKGD: [1, 2, 6],
  pHYs: [9],
  tIME: [7],
};

/** An ancillary and private type, which readers skip. A text chunk without its keyword would be an error. */
const BLANK_TYPE = 'voId';

const blankChunk = (chunk: Buffer): void => {
  const type = chunk.toString('latin1', 4, 8);
  // Decoders pass over a repeated or invalid palette.
  if (/^[A-Z]/.test(type) && type !== 'PLTE') throw broken();
  chunk.write(BLANK_TYPE, 4, 'latin1');
  chunk.fill(0, 8, -4 + chunk.length);
};

const sealChunk = (chunk: Buffer): void => {
  const end = 8 + chunk.readUInt32BE(0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, end)), end);
};

const endFile = (file: Buffer, at: number): void => {
  file.writeUInt32BE(0, at);
  file.writeUInt32BE(crc32(file.subarray(at + 4, at + 8)), at + 8);
  file.fill(0, at + 12);
};

/** A profile of a matrix and curves is far smaller. */
const PROFILE_BYTES_MAX = 2 ** 20;
const NAME_BYTES_MAX = 79;

const rewriteProfile = (chunk: Buffer): void => {
  const content = chunk.subarray(8, -4);
  const nameEnd = content.indexOf(0);
  const profile = nameEnd < 0 ? undefined : inflate(content.subarray(nameEnd + 2));
  if (!profile || !blankProfile(profile)) return blankChunk(chunk);
  const packed = deflateSync(profile, { level: 9 });
  const nameBytes = content.length - packed.length - 2;
  if (nameBytes < 1) throw new LocationStaysError('its profile of colours can’t be written anew');
  const isLong = nameBytes > NAME_BYTES_MAX;
  const name = 'I'.repeat(isLong ? 1 : nameBytes);
  const written = Buffer.concat([Buffer.from(`${name}\0\0`), packed]);
  content.fill(0);
  written.copy(content);
  if (!isLong) return;
  chunk.writeUInt32BE(written.length, 0);
  const rest = chunk.subarray(12 + written.length);
  rest.writeUInt32BE(rest.length - 12, 0);
  rest.write(BLANK_TYPE, 4, 'latin1');
  rest.writeUInt32BE(crc32(rest.subarray(4, -4)), rest.length - 4);
};

const inflate = (packed: Buffer): Buffer | undefined => {
  try {
    return inflateSync(packed, { maxOutputLength: PROFILE_BYTES_MAX });
  } catch {
    return undefined;
  }
};

const blankTail = (chunks: Buffer[]): void => {
  let used = measurePacked(Buffer.concat(chunks.map((chunk) => chunk.subarray(8, -4))));
  for (const chunk of chunks) {
    const content = chunk.subarray(8, -4);
    content.fill(0, Math.min(content.length, used));
    used = Math.max(0, used - content.length);
    sealChunk(chunk);
  }
};

/** 60 megapixels of 16 bits and four channels, with a byte for each row. */
const PIXEL_BYTES_MAX = 512 * 1024 ** 2;

const measurePacked = (packed: Buffer): number => {
  try {
    const { engine } = inflateSync(packed, { info: true, maxOutputLength: PIXEL_BYTES_MAX }) as unknown as {
      engine: { bytesWritten: number };
    };
    return engine.bytesWritten;
  } catch (cause) {
    throw new LocationStaysError('its pixels can’t be unpacked', { cause });
  }
};

const broken = () => new LocationStaysError('its PNG structure is broken');
