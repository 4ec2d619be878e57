import { LocationStaysError } from '../../../evidence/exports/refuse-location.ts';
import { brokenMp4, findBox, walkBoxes } from './walk-boxes.ts';

/** From the first byte to before the last, counted from the start of the file. */
export type Range = [start: number, end: number];

/** Eight hours of film, with two chunks a second of each track. */
export const RANGES_MAX = 250_000;

export const listMovieSamples = (moov: Buffer): Range[] => {
  const ranges: Range[] = [];
  for (const { type, content } of walkBoxes(moov)) {
    const tables = type === 'trak' ? findBox(content, 'mdia', 'minf', 'stbl') : undefined;
    if (tables) addChunks(ranges, tables);
  }
  return ranges;
};

const addChunks = (ranges: Range[], tables: Buffer): void => {
  if (findBox(tables, 'stz2')) throw brokenMp4();
  const offsets = readOffsets(tables);
  const runs = readTable(findBox(tables, 'stsc'), 12);
  const bytesOf = readSizes(findBox(tables, 'stsz'));
  if (ranges.length + offsets.count > RANGES_MAX) throw new LocationStaysError('its index is too large');
  for (let chunk = 0, run = -1, sample = 0; chunk < offsets.count; chunk += 1) {
    while (run + 1 < runs.count && runs.read(run + 1, 0) <= chunk + 1) run += 1;
    if (run < 0) throw brokenMp4();
    const samples = runs.read(run, 4);
    const start = offsets.at(chunk);
    ranges.push([start, start + bytesOf(sample, samples)]);
    sample += samples;
  }
};

const readTable = (content: Buffer | undefined, entryBytes: number) => {
  if (!content) return { count: 0, read: () => 0 };
  const count = content.length < 8 ? Infinity : content.readUInt32BE(4);
  if (content.length < 8 + count * entryBytes) throw brokenMp4();
  return {
    count,
    read: (entry: number, field: number) => content.readUInt32BE(8 + entry * entryBytes + field),
  };
};

const readOffsets = (tables: Buffer) => {
  const long = findBox(tables, 'co64');
  if (long && findBox(tables, 'stco')) throw brokenMp4();
  const { count, read } = long ? readTable(long, 8) : readTable(findBox(tables, 'stco'), 4);
  const at = (chunk: number) => (long ? read(chunk, 0) * 2 ** 32 + read(chunk, 4) : read(chunk, 0));
  return { count, at };
};

const readSizes = (content: Buffer | undefined): ((first: number, count: number) => number) => {
  if (!content) return () => 0;
  if (content.length < 12) throw brokenMp4();
  const [each, count] = [content.readUInt32BE(4), content.readUInt32BE(8)];
  if (each === 0 && content.length < 12 + count * 4) throw brokenMp4();
  return (first, wanted) => {
    const end = Math.min(count, first + wanted);
    if (each > 0) return Math.max(0, end - first) * each;
    let bytes = 0;
    for (let sample = first; sample < end; sample += 1) bytes += content.readUInt32BE(12 + sample * 4);
    return bytes;
  };
};

export const readDefaultSizes = (moov: Buffer): Map<number, number> => {
  const sizes = new Map<number, number>();
  for (const { type, content } of walkBoxes(findBox(moov, 'mvex') ?? Buffer.alloc(0))) {
    if (type !== 'trex') continue;
    if (content.length < 24) throw brokenMp4();
    sizes.set(content.readUInt32BE(4), content.readUInt32BE(16));
  }
  return sizes;
};

type Fragment = { moof: Buffer; start: number; defaults: Map<number, number> };

export const listFragmentSamples = ({ moof, start, defaults }: Fragment): Range[] => {
  const ranges: Range[] = [];
  let behind = start;
  for (const { type, content } of walkBoxes(moof)) {
    if (type !== 'traf') continue;
    const header = readHeader(findBox(content, 'tfhd'));
    const base = header.base ?? (header.isFromFragment ? start : behind);
    const each = header.sampleBytes ?? defaults.get(header.track) ?? 0;
    behind = base;
    for (const run of walkBoxes(content)) {
      if (run.type !== 'trun') continue;
      const { offset, bytes } = readRun(run.content, each);
      const from = offset === undefined ? behind : base + offset;
      behind = from + bytes;
      ranges.push([from, behind]);
    }
  }
  return ranges;
};

const readHeader = (content: Buffer | undefined) => {
  if (!content || content.length < 8) throw brokenMp4();
  const flags = content.readUIntBE(1, 3);
  let at = 8;
  const next = (flag: number, bytes: 4 | 8): number | undefined => {
    if ((flags & flag) === 0) return undefined;
    at += bytes;
    if (at > content.length) throw brokenMp4();
    return bytes === 4 ? content.readUInt32BE(at - 4) : Number(content.readBigUInt64BE(at - 8));
  };
  const base = next(0x1, 8);
  next(0x2, 4);
  next(0x8, 4);
  const sampleBytes = next(0x10, 4);
  return { track: content.readUInt32BE(4), base, sampleBytes, isFromFragment: (flags & 0x20000) > 0 };
};

const readRun = (content: Buffer, each: number): { offset: number | undefined; bytes: number } => {
  if (content.length < 8) throw brokenMp4();
  const flags = content.readUIntBE(1, 3);
  const count = content.readUInt32BE(4);
  const hasOffset = (flags & 0x1) > 0;
  const samplesAt = 8 + (hasOffset ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  const has = (flag: number) => ((flags & flag) > 0 ? 4 : 0);
  const entryBytes = has(0x100) + has(0x200) + has(0x400) + has(0x800);
  if (content.length < samplesAt + count * entryBytes) throw brokenMp4();
  const offset = hasOffset ? content.readInt32BE(8) : undefined;
  if ((flags & 0x200) === 0) return { offset, bytes: count * each };
  let bytes = 0;
  for (let sample = 0; sample < count; sample += 1)
    bytes += content.readUInt32BE(samplesAt + sample * entryBytes + has(0x100));
  return { offset, bytes };
};
