import { makeTable, type HuffmanTable } from './coded-bits.ts';
import { skipScan, type Scan } from './skip-scan.ts';
import { SOS, walkJpeg } from './walk-jpeg.ts';

/** Behind the end marker, or the last coded pixel. Undefined if pixels are missing, or the file is unreadable. */
export const findJpegEnd = (file: Buffer, start = 0): { end: number; isMarked: boolean } | undefined => {
  let hasPixels = false;
  const marked = walkJpeg(file, start, ({ marker }) => void (hasPixels ||= marker === SOS));
  if (marked !== undefined) return { end: marked, isMarked: true };
  const { ends, isComplete } = hasPixels ? measureScans(file, start) : { ends: [], isComplete: false };
  return isComplete ? { end: ends.at(-1)!, isMarked: false } : undefined;
};

const HUFFMAN = 0xc4;
const RESTARTS = 0xdd;

/** The codes tell the ends. Also says whether all pixels have come. */
export const measureScans = (file: Buffer, start = 0): { ends: number[]; isComplete: boolean } => {
  const tables: Tables = new Map();
  let [frame, restartInterval]: [Frame | undefined, number] = [undefined, 0];
  const ends: number[] = [];
  let isComplete = false;
  const stop = file.length;
  walkJpeg(file, start, ({ marker, from, to }) => {
    const content = file.subarray(from, to);
    if (marker === HUFFMAN) keepTables(tables, content);
    if (marker === RESTARTS && content.length >= 2) restartInterval = content.readUInt16BE(0);
    if (FRAMES.has(marker)) frame ??= readFrame(content, marker);
    if (marker !== SOS) return undefined;
    const scan = frame && readScan(content, { frame, tables, restartInterval });
    const scanEnd = scan && skipScan(file, to, scan);
    if (scanEnd === undefined) return stop;
    ends.push(scanEnd);
    isComplete = isWhole(frame!);
    return isComplete ? stop : scanEnd;
  });
  return { ends, isComplete };
};

/** A file may hold any number of tables, so each is made when a scan uses it. */
type Tables = Map<number, { lengths: Buffer; symbols: Buffer }>;

const keepTables = (tables: Tables, content: Buffer): void => {
  for (let at = 0; at + 17 <= content.length;) {
    const lengths = content.subarray(at + 1, at + 17);
    const count = lengths.reduce((sum, length) => sum + length, 0);
    tables.set(content[at]!, { lengths, symbols: content.subarray(at + 17, at + 17 + count) });
    at += 17 + count;
  }
};

/** Baseline, extended and progressive, with Huffman codes: all that libjpeg decodes, but for arithmetic codes. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
const PROGRESSIVE = 0xc2;

type Frame = { isProgressive: boolean; units: number; components: Component[] };
type Component = {
  id: number;
  unitBlocks: number;
  blocks: number;
  /** The number of low bits of each coefficient that are still to come; UNTOLD for all. */
  toCome: Int8Array;
  nonzero: Uint32Array;
};

const UNTOLD = 127;
const BLOCK = 8;
/** More than any picture that is taken: `inspectPhoto` refuses larger ones. */
const MAX_BLOCKS = 10_000_000;

const readFrame = (content: Buffer, marker: number): Frame | undefined => {
  const count = content[5] ?? 0;
  if (count < 1 || count > 4 || content.length < 6 + 3 * count) return undefined;
  const [height, width] = [content.readUInt16BE(1), content.readUInt16BE(3)];
  const sampled = Array.from({ length: count }, (_, index) => {
    const [id, factors] = [content[6 + index * 3]!, content[7 + index * 3]!];
    return { id, across: factors >> 4, down: factors & 0xf };
  });
  const factors = sampled.flatMap(({ across, down }) => [across, down]);
  if (factors.some((factor) => factor < 1 || factor > 4) || width * height === 0) return undefined;
  const [most, mostDown] = [
    Math.max(...sampled.map((s) => s.across)),
    Math.max(...sampled.map((s) => s.down)),
  ];
  const units = Math.ceil(width / (BLOCK * most)) * Math.ceil(height / (BLOCK * mostDown));
  if (units * factors.length > MAX_BLOCKS) return undefined;
  const isProgressive = marker === PROGRESSIVE;
  const components = sampled.map(({ id, across, down }) => {
    const blocks =
      Math.ceil(Math.ceil((width * across) / most) / BLOCK) *
      Math.ceil(Math.ceil((height * down) / mostDown) / BLOCK);
    const nonzero = new Uint32Array(isProgressive ? blocks * 2 : 0);
    return { id, unitBlocks: across * down, blocks, toCome: new Int8Array(64).fill(UNTOLD), nonzero };
  });
  return { isProgressive, units, components };
};

const isWhole = ({ components }: Frame): boolean =>
  components.every(({ toCome }) => toCome.every((bits) => bits === 0));

type Known = { frame: Frame; tables: Tables; restartInterval: number };

const readScan = (content: Buffer, { frame, tables, restartInterval }: Known): Scan | undefined => {
  const count = content[0] ?? 0;
  if (count < 1 || count > frame.components.length || content.length < 4 + 2 * count) return undefined;
  const { isProgressive } = frame;
  const [from, to, high, low] = isProgressive
    ? readPart(content.subarray(1 + 2 * count))
    : ([0, 63, 0, 0] as const);
  if (from > to || to > 63 || (from > 0 && count > 1)) return undefined;
  const blocks: Scan['blocks'] = [];
  let units = frame.units;
  for (let index = 0; index < count; index += 1) {
    const [id, codes] = [content[1 + index * 2]!, content[2 + index * 2]!];
    const component = frame.components.find((each) => each.id === id);
    if (!component || !goesOn(component, { from, to, high, low })) return undefined;
    if (count === 1) units = component.blocks;
    const block = {
      dc: openTable(tables, codes >> 4),
      ac: openTable(tables, 0x10 | (codes & 0xf)),
      nonzero: component.nonzero,
    };
    for (let each = 0; each < (count === 1 ? 1 : component.unitBlocks); each += 1) blocks.push(block);
  }
  return { isProgressive, blocks, units, restartInterval, from, to, isRefinement: high > 0 };
};

const readPart = (content: Buffer): [number, number, number, number] => {
  const [from, to, bits] = [content[0]!, content[1]!, content[2]!];
  return [from, from === 0 ? 0 : to, bits >> 4, bits & 0xf];
};

type Told = { from: number; to: number; high: number; low: number };

/** False if the scan does not follow the scans before, or comes twice. */
const goesOn = ({ toCome }: Component, { from, to, high, low }: Told): boolean => {
  if (high > 0 && low !== high - 1) return false;
  const before = high > 0 ? high : UNTOLD;
  if (toCome.subarray(from, to + 1).some((bits) => bits !== before)) return false;
  toCome.fill(low, from, to + 1);
  return true;
};

const openTable = (tables: Tables, name: number): HuffmanTable | undefined => {
  const table = tables.get(name);
  return table && makeTable(table.lengths, table.symbols);
};
