/**
 * Blanks an EXIF block in place (EXIF 3.0, section 4.6). It is written anew from the entries that are kept, and all
 * other bytes are zeros: the GPS directory, the thumbnail, the maker's notes, free texts. If the directories can't be
 * read to their end, only the orientation stays, since the pixels are shown by it.
 *
 * @returns false for an unreadable block: it is unchanged, and the caller drops it
 */
export const blankExif = (block: Buffer): boolean => {
  const tiff = openTiff(block.subarray(block.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0));
  const blanked = tiff && (keepEntries(tiff) ?? keepOrientation(tiff));
  blanked?.copy(tiff!.bytes);
  return blanked !== undefined;
};

type Tiff = {
  bytes: Buffer;
  short: (at: number) => number;
  long: (at: number) => number;
  writeShort: (target: Buffer, value: number, at: number) => void;
  writeLong: (target: Buffer, value: number, at: number) => void;
};

const openTiff = (bytes: Buffer): Tiff | undefined => {
  const order = bytes.toString('latin1', 0, 4);
  if (bytes.length < 8 || (order !== 'II*\0' && order !== 'MM\0*')) return undefined;
  return order === 'II*\0'
    ? {
        bytes,
        short: (at) => bytes.readUInt16LE(at),
        long: (at) => bytes.readUInt32LE(at),
        writeShort: (target, value, at) => target.writeUInt16LE(value, at),
        writeLong: (target, value, at) => target.writeUInt32LE(value, at),
      }
    : {
        bytes,
        short: (at) => bytes.readUInt16BE(at),
        long: (at) => bytes.readUInt32BE(at),
        writeShort: (target, value, at) => target.writeUInt16BE(value, at),
        writeLong: (target, value, at) => target.writeUInt32BE(value, at),
      };
};

const keepEntries = (tiff: Tiff): Buffer | undefined => {
  const main = readDirectory(tiff, tiff.long(4));
  if (!main?.isWhole) return undefined;
  const pointers = main.entries.filter(({ tag }) => tag === TAG_EXIF);
  // Each pointer may lead to as many entries as bytes follow: thousands of pointers would take the square of that.
  if (pointers.length > 1) return undefined;
  const directories = [main, ...pointers.map((pointer) => follow(tiff, pointer))];
  const kept: Directory[] = [];
  for (const directory of directories) {
    if (!directory?.isWhole || kept.some(({ at }) => at === directory.at)) return undefined;
    kept.push({ ...directory, entries: directory.entries.filter((entry) => isKept(tiff, entry)) });
  }
  const blanked = Buffer.alloc(tiff.bytes.length);
  tiff.bytes.copy(blanked, 0, 0, 8);
  // Directories are written last: no value that overlaps a directory may bring an entry back.
  for (const { entries } of kept) copyValues(tiff.bytes, blanked, entries);
  for (const directory of kept) writeDirectory(tiff, blanked, directory);
  return blanked;
};

const FIRST_AT = 8;

const keepOrientation = (tiff: Tiff): Buffer | undefined => {
  const entries = readDirectory(tiff, tiff.long(4))?.entries ?? [];
  const orientation = entries.find((entry) => isOrientation(tiff, entry));
  if (!orientation) return undefined;
  const blanked = Buffer.alloc(tiff.bytes.length);
  tiff.bytes.copy(blanked, 0, 0, 4);
  tiff.writeLong(blanked, FIRST_AT, 4);
  writeDirectory(tiff, blanked, { at: FIRST_AT, entries: [orientation] });
  return blanked;
};

const SHORT = 3;

const isOrientation = ({ short }: Tiff, { tag, type, size, valueAt }: Entry): boolean =>
  tag === TAG_ORIENTATION && type === SHORT && size === 2 && short(valueAt) >= 1 && short(valueAt) <= 8;

type Entry = { tag: number; type: number; at: number; size: number; valueAt: number };

/** `isWhole`: all announced entries are there. Some cameras leave out the pointer behind the last of them. */
type Directory = { at: number; entries: Entry[]; isWhole?: boolean };

/** The bytes of one value of each type, from BYTE to IFD (TIFF 6.0, section 2). */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

const readDirectory = (tiff: Tiff, at: number): Directory | undefined => {
  const { bytes } = tiff;
  if (at < FIRST_AT || at + 2 > bytes.length) return undefined;
  const end = at + 2 + tiff.short(at) * 12;
  const entries: Entry[] = [];
  for (let entryAt = at + 2; entryAt + 12 <= Math.min(end, bytes.length); entryAt += 12) {
    entries.push(readEntry(tiff, entryAt));
  }
  return { at, entries, isWhole: end <= bytes.length };
};

const follow = (tiff: Tiff, { valueAt }: Entry): Directory | undefined =>
  valueAt + 4 <= tiff.bytes.length ? readDirectory(tiff, tiff.long(valueAt)) : undefined;

const readEntry = ({ short, long }: Tiff, at: number): Entry => {
  const [tag, type] = [short(at), short(at + 2)];
  const size = (TYPE_BYTES[type] ?? 0) * long(at + 4);
  return { tag, type, at, size, valueAt: size <= 4 ? at + 8 : long(at + 8) };
};

const isKept = ({ bytes }: Tiff, { tag, type, size, valueAt }: Entry): boolean =>
  size <= KEPT_BYTES_MAX && valueAt + size <= bytes.length && isKeptTag(tag, type);

const copyValues = (source: Buffer, target: Buffer, entries: Entry[]): void => {
  for (const { size, valueAt } of entries) {
    if (size > 4) source.copy(target, valueAt, valueAt, valueAt + size);
  }
};

const writeDirectory = ({ bytes, writeShort }: Tiff, target: Buffer, { at, entries }: Directory): void => {
  // Values may have been copied over the directory. It ends with its last kept entry, and names no next.
  target.fill(0, at, Math.min(target.length, at + 2 + entries.length * 12 + 4));
  writeShort(target, entries.length, at);
  entries.forEach((entry, index) => {
    const to = at + 2 + index * 12;
    bytes.copy(target, to, entry.at, entry.at + 12);
  });
};

// Pointers to the camera's directory and to the location (EXIF 3.0, section 4.6.3).
const TAG_EXIF = 0x8769;
const TAG_GPS = 0x8825;

const TAG_ORIENTATION = 0x0112;

// Numbers and names of cameras are at most this long; blocks of data are longer.
const KEPT_BYTES_MAX = 256;

// Keeps the camera's numbers, name and times, but no block of data and no free text.
const isKeptTag = (tag: number, type: number): boolean => {
  if (TEXTS.has(tag)) return type === ASCII;
  if (CODES.has(tag)) return type === UNDEFINED;
  return NUMBERS.has(type) && !POINTERS.has(tag);
};

const ASCII = 2;
const UNDEFINED = 7;

/** SHORT, LONG, RATIONAL, their signed forms, and floating point. */
const NUMBERS = new Set([3, 4, 5, 8, 9, 10, 11, 12]);

/** Make, Model, Software; three times with their offsets and fractions; serial numbers, LensMake, LensModel. */
const TEXTS = new Set([
  0x010f, 0x0110, 0x0131, 0x0132, 0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9290, 0x9291, 0x9292, 0xa431,
  0xa433, 0xa434, 0xa435,
]);

/** ExifVersion, ComponentsConfiguration, FlashpixVersion, FileSource, SceneType, CFAPattern. */
const CODES = new Set([0x9000, 0x9101, 0xa000, 0xa300, 0xa301, 0xa302]);

/** Pointers to parts that are not kept: strips, further directories, the thumbnail, XMP, IPTC, Photoshop, location. */
const POINTERS = new Set([0x0111, 0x0117, 0x014a, 0x0201, 0x0202, 0x02bc, 0x83bb, 0x8649, TAG_GPS, 0xa005]);
