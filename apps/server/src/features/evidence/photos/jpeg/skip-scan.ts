import { openBits, type CodedBits, type HuffmanTable } from './coded-bits.ts';

export type Scan = {
  isProgressive: boolean;
  blocks: ScanBlock[];
  units: number;
  restartInterval: number;
  from: number;
  to: number;
  isRefinement: boolean;
};

type ScanBlock = {
  dc: HuffmanTable | undefined;
  ac: HuffmanTable | undefined;
  /** 64 bits for each block of a scan of one component: they mark its coefficients that are not zero. */
  nonzero: Uint32Array;
};

/** Undefined if pixels are missing. In a file without a marker behind the pixels, only their codes tell the end. */
export const skipScan = (file: Buffer, start: number, scan: Scan): number | undefined => {
  const bits = openBits(file, start);
  const run = { left: 0 };
  const skipBlock = chooseSkip(bits, scan, run);
  for (let unit = 0; unit < scan.units; unit += 1) {
    if (scan.restartInterval > 0 && unit > 0 && unit % scan.restartInterval === 0) {
      if (!bits.passRestart()) return undefined;
      run.left = 0;
    }
    for (const block of scan.blocks) skipBlock(block, unit);
    if (bits.isSpent()) return undefined;
  }
  return bits.align();
};

/** The number of further blocks that end here: a progressive scan ends several at once. */
type Run = { left: number };
type SkipBlock = (block: ScanBlock, unit: number) => void;

const NONE = new Uint16Array(2 ** 16);

const chooseSkip = (bits: CodedBits, scan: Scan, run: Run): SkipBlock => {
  const skipDc: SkipBlock = ({ dc = NONE }) => void bits.read(bits.decode(dc) & 0xf);
  if (!scan.isProgressive) {
    return (block, unit) => {
      skipDc(block, unit);
      skipAc(bits, block.ac ?? NONE);
    };
  }
  if (scan.from === 0) return scan.isRefinement ? () => void bits.read(1) : skipDc;
  const part = { ...scan, run };
  const skipPart = scan.isRefinement ? refineAc : beginAc;
  return (block, unit) => skipPart(bits, part, { block, at: unit * 2 });
};

// Each code gives the zeros before a coefficient, and the coefficient's number of bits (annex F.1.2.2).
const skipAc = (bits: CodedBits, table: HuffmanTable): void => {
  for (let k = 1; k < 64; k += 1) {
    const code = bits.decode(table);
    const [zeros, size] = [code >> 4, code & 0xf];
    if (size === 0 && zeros < 15) return;
    k += zeros;
    bits.read(size);
  }
};

type Part = Pick<Scan, 'from' | 'to'> & { run: Run };
type PartBlock = { block: ScanBlock; at: number };

const beginAc = (bits: CodedBits, { from, to, run }: Part, { block, at }: PartBlock): void => {
  const { ac = NONE, nonzero } = block;
  if (run.left > 0) {
    run.left -= 1;
    return;
  }
  for (let k = from; k <= to; k += 1) {
    const code = bits.decode(ac);
    const [zeros, size] = [code >> 4, code & 0xf];
    if (size === 0 && zeros < 15) {
      run.left = 2 ** zeros - 1 + bits.read(zeros);
      return;
    }
    k += zeros;
    if (size > 0) mark(nonzero, at, k);
    bits.read(size);
  }
};

// Annex G.1.2.3: a bit for each coefficient that was not zero before, among the codes of those that become so now.
const refineAc = (bits: CodedBits, { from, to, run }: Part, { block, at }: PartBlock): void => {
  const { ac = NONE, nonzero } = block;
  let k = from;
  while (run.left === 0 && k <= to) {
    const code = bits.decode(ac);
    const [zeros, size] = [code >> 4, code & 0xf];
    if (size === 0 && zeros < 15) {
      run.left = 2 ** zeros + bits.read(zeros);
      break;
    }
    bits.read(size > 0 ? 1 : 0);
    for (let left = zeros; k <= to; k += 1) {
      if (isMarked(nonzero, at, k)) bits.read(1);
      else if (left === 0) break;
      else left -= 1;
    }
    if (size > 0 && k <= to) mark(nonzero, at, k);
    k += 1;
  }
  if (run.left === 0) return;
  for (; k <= to; k += 1) if (isMarked(nonzero, at, k)) bits.read(1);
  run.left -= 1;
};

const mark = (nonzero: Uint32Array, at: number, k: number): void => {
  nonzero[at + (k >> 5)]! |= 1 << (k & 31);
};

const isMarked = (nonzero: Uint32Array, at: number, k: number): boolean =>
  (nonzero[at + (k >> 5)]! & (1 << (k & 31))) !== 0;
