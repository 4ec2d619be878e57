const TYPES = { 3: 2, 4: 4, 7: 1 } as Record<number, number>;

const isKeptTag = (tag: number): boolean => tag === 0xb000 || tag === 0xb001 || tag === 0xb002;

/** CIPA DC-007: only the offsets of the pictures stay. False for an index that can't be read. */
export const blankMpf = (content: Buffer): boolean => {
  const tiff = content.subarray(4);
  const order = tiff.toString('latin1', 0, 4);
  if (tiff.length < 8 || (order !== 'II*\0' && order !== 'MM\0*')) return false;
  const isLittle = order.startsWith('I');
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const at = long(4);
  if (at < 8 || at + 2 > tiff.length) return false;
  const entriesEnd = at + 2 + short(at) * 12;
  if (entriesEnd > tiff.length) return false;
  const blanked = Buffer.alloc(tiff.length);
  tiff.copy(blanked, 0, 0, 8);
  const kept: number[] = [];
  for (let entry = at + 2; entry < entriesEnd; entry += 12) if (isKeptTag(short(entry))) kept.push(entry);
  if (!kept.every((entry) => copyValue(tiff, blanked, { entry, short, long }))) return false;
  // The directory is written last: no value may overwrite it.
  const end = Math.min(tiff.length, at + 2 + kept.length * 12 + 4);
  blanked.fill(0, at, end);
  if (isLittle) blanked.writeUInt16LE(kept.length, at);
  else blanked.writeUInt16BE(kept.length, at);
  kept.forEach((entry, index) => tiff.copy(blanked, at + 2 + index * 12, entry, entry + 12));
  blanked.copy(tiff);
  return true;
};

type Entry = { entry: number; short: (at: number) => number; long: (at: number) => number };

const ENTRY_BYTES = 16;
const PICTURES_MAX = 64;

const copyValue = (tiff: Buffer, blanked: Buffer, { entry, short, long }: Entry): boolean => {
  const size = (TYPES[short(entry + 2)] ?? 0) * long(entry + 4);
  if (size <= 4) return true;
  const at = long(entry + 8);
  const isTable = short(entry) === 0xb002 && size % ENTRY_BYTES === 0 && size <= PICTURES_MAX * ENTRY_BYTES;
  if (!isTable || at + size > tiff.length) return false;
  tiff.copy(blanked, at, at, at + size);
  return true;
};
