import { PlaceStaysError } from './place-stays-error.ts';
import { isKeptTag, KEPT_BYTES_MAX, TAG_EXIF, TAG_GPS } from './exif-tags.ts';

/**
 * Blanks an EXIF block in place (EXIF 3.0, section 4.6). It is written anew from the entries that are kept, and all
 * else is zeros: the GPS directory, the thumbnail with whatever it carries, the maker's notes, free texts.
 */
export const blankExif = (block: Buffer): void => {
  const tiff = openTiff(block.subarray(block.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0));
  const seen = new Set<number>();
  const main = readDirectory(tiff, tiff.long(4), seen);
  const pointers = main.entries.filter(({ tag }) => tag === TAG_EXIF || tag === TAG_GPS);
  // Each leads to as many entries as there are bytes behind it: thousands of them would be a square of that.
  if (new Set(pointers.map(({ tag }) => tag)).size < pointers.length) throw broken();
  const led = pointers.map(({ tag, valueAt }) => ({ tag, ...readDirectory(tiff, tiff.long(valueAt), seen) }));
  refuseLoop(tiff, main.next, seen);
  const blanked = Buffer.alloc(tiff.bytes.length);
  tiff.bytes.copy(blanked, 0, 0, 8);
  const targets = [main, ...led.filter(({ tag }) => tag === TAG_EXIF)].map(({ at, entries }) => ({
    at,
    entries: entries.filter(isKept),
  }));
  // The directories last: what overlaps them must not bring an entry back.
  for (const { entries } of targets) copyValues(tiff.bytes, blanked, entries);
  for (const directory of targets) writeDirectory(tiff, blanked, directory);
  blanked.copy(tiff.bytes);
};

type Tiff = {
  bytes: Buffer;
  short: (at: number) => number;
  long: (at: number) => number;
  writeShort: (target: Buffer, value: number, at: number) => void;
};

const openTiff = (bytes: Buffer): Tiff => {
  const order = bytes.toString('latin1', 0, 4);
  if (bytes.length < 8 || (order !== 'II*\0' && order !== 'MM\0*')) throw broken();
  return order === 'II*\0'
    ? {
        bytes,
        short: (at) => bytes.readUInt16LE(at),
        long: (at) => bytes.readUInt32LE(at),
        writeShort: (target, value, at) => target.writeUInt16LE(value, at),
      }
    : {
        bytes,
        short: (at) => bytes.readUInt16BE(at),
        long: (at) => bytes.readUInt32BE(at),
        writeShort: (target, value, at) => target.writeUInt16BE(value, at),
      };
};

/** `valueAt` lies within the entry where the value has at most four bytes. */
type Entry = { tag: number; type: number; at: number; size: number; valueAt: number };
type Directory = { at: number; entries: Entry[]; next: number };

/** The bytes of one value of each type, from BYTE to IFD (TIFF 6.0, section 2). */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

const readDirectory = (tiff: Tiff, at: number, seen: Set<number>): Directory => {
  const { bytes } = tiff;
  if (seen.has(at) || at < 8 || at + 2 > bytes.length) throw broken();
  seen.add(at);
  const end = at + 2 + tiff.short(at) * 12;
  if (end > bytes.length) throw broken();
  const entries: Entry[] = [];
  for (let entryAt = at + 2; entryAt < end; entryAt += 12) entries.push(readEntry(tiff, entryAt));
  // Some cameras leave the pointer behind the last directory out.
  return { at, entries, next: end + 4 <= bytes.length ? tiff.long(end) : 0 };
};

const readEntry = ({ bytes, short, long }: Tiff, at: number): Entry => {
  const [tag, type] = [short(at), short(at + 2)];
  const size = (TYPE_BYTES[type] ?? 0) * long(at + 4);
  const valueAt = size <= 4 ? at + 8 : long(at + 8);
  if (valueAt + size > bytes.length) throw broken();
  return { tag, type, at, size, valueAt };
};

// The directory of the thumbnail, and any behind it, are not kept: only a loop shows that they were made to hurt.
const refuseLoop = (tiff: Tiff, first: number, seen: Set<number>): void => {
  for (let at = first; at >= 8 && at + 2 <= tiff.bytes.length;) {
    if (seen.has(at)) throw broken();
    seen.add(at);
    const end = at + 2 + tiff.short(at) * 12;
    at = end + 4 <= tiff.bytes.length ? tiff.long(end) : 0;
  }
};

const isKept = ({ tag, type, size }: Entry): boolean => size <= KEPT_BYTES_MAX && isKeptTag(tag, type);

const copyValues = (source: Buffer, target: Buffer, entries: Entry[]): void => {
  for (const { size, valueAt } of entries) {
    if (size > 4) source.copy(target, valueAt, valueAt, valueAt + size);
  }
};

const writeDirectory = (
  { bytes, writeShort }: Tiff,
  target: Buffer,
  { at, entries }: Pick<Directory, 'at' | 'entries'>,
): void => {
  // Whatever a value wrote over the directory goes: it ends with its last kept entry, and names none after it.
  target.fill(0, at, Math.min(target.length, at + 2 + entries.length * 12 + 4));
  writeShort(target, entries.length, at);
  entries.forEach((entry, index) => {
    const to = at + 2 + index * 12;
    bytes.copy(target, to, entry.at, entry.at + 12);
  });
};

const broken = () => new PlaceStaysError('its EXIF block is broken');
