import { BundleRefusal } from '../../bundle-refusal.ts';
import { BLOCK_STEPS, stepsToRead, type StepBudget } from '../../step-budget.ts';
import { buildHuffmanCode, type HuffmanCode } from './build-huffman-code.ts';
import { alignToByte, openBits, readBits, readSymbol, type Bits } from './read-bits.ts';
import { readDeflateCodes, type DeflateCodes } from './read-deflate-codes.ts';

type State = {
  readonly bits: Bits;
  readonly budget: StepBudget;
  /** The last 32 KiB, to which later bytes may refer, and the bytes after them. */
  readonly window: Uint8Array;
  filled: number;
  given: number;
};

const DISTANCE_MAX = 32_768;
const MATCH_MAX = 258;
const WINDOW_BYTES = 4 * DISTANCE_MAX;

const END_OF_BLOCK = 256;
// RFC 1951, section 3.2.5.
const LENGTHS = spread(
  [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5],
  3,
);
LENGTHS.push({ base: MATCH_MAX, extra: 0 });
const DISTANCES = spread(
  Array.from({ length: 30 }, (_, code) => Math.max(0, (code >> 1) - 1)),
  1,
);

// RFC 1951, section 3.2.6.
const FIXED_LENGTHS = [144, 112, 24, 8].flatMap((count, index) =>
  Array<number>(count).fill([8, 9, 7, 8][index]!),
);
const FIXED_DISTANCES = Array<number>(32).fill(5);

/**
 * Unpacks deflated bytes (RFC 1951), in parts of up to 128 KiB. The `DecompressionStream`s of several runtimes forgive
 * different faults, and a verdict must not depend on the runtime. It takes and refuses what zlib does; bytes after the
 * end are refused.
 *
 * @throws {BundleRefusal} `corrupt_file`
 * @throws {TooComplex}
 */
export function* inflate(
  bytes: Uint8Array,
  { path, budget }: { path: string; budget: StepBudget },
): Generator<Uint8Array, void> {
  const corrupt = (): never => {
    throw new BundleRefusal(path, 'corrupt_file', 'It is damaged: it can not be unpacked.');
  };
  const bits = openBits(bytes, corrupt);
  const state: State = { bits, budget, window: new Uint8Array(WINDOW_BYTES), filled: 0, given: 0 };
  for (let isLast = false; !isLast;) {
    isLast = readBits(bits, 1) === 1;
    yield* inflateBlock(state);
  }
  budget.spend(stepsToRead(state.filled - state.given));
  yield state.window.slice(state.given, state.filled);
  alignToByte(bits);
  if (bits.position !== bytes.length) corrupt();
}

function* inflateBlock(state: State): Generator<Uint8Array, void> {
  const { bits, budget } = state;
  budget.spend(BLOCK_STEPS);
  const type = readBits(bits, 2);
  if (type === 0) return yield* copyStored(state);
  if (type === 3) bits.corrupt();
  const codes = type === 1 ? fixedCodes() : readDeflateCodes(bits);
  while (!inflateSome(state, codes)) yield giveAway(state);
}

let fixed: DeflateCodes | undefined;

function fixedCodes(): DeflateCodes {
  fixed ??= {
    lengths: buildHuffmanCode(FIXED_LENGTHS) as HuffmanCode,
    distances: buildHuffmanCode(FIXED_DISTANCES) as HuffmanCode,
  };
  return fixed;
}

function* copyStored(state: State): Generator<Uint8Array, void> {
  const { bits } = state;
  alignToByte(bits);
  const length = readBits(bits, 16);
  if (readBits(bits, 16) !== (length ^ 0xffff)) bits.corrupt();
  // Only whole bytes were read here, so no bit is held.
  const end = bits.position + length;
  if (end > bits.bytes.length) bits.corrupt();
  while (bits.position < end) {
    if (state.filled === WINDOW_BYTES) yield giveAway(state);
    const next = Math.min(end, bits.position + WINDOW_BYTES - state.filled);
    state.window.set(bits.bytes.subarray(bits.position, next), state.filled);
    state.filled += next - bits.position;
    bits.position = next;
  }
}

/** True at the end of the block, false when the window is full. */
function inflateSome(state: State, { lengths, distances }: DeflateCodes): boolean {
  const { bits, window } = state;
  while (state.filled <= WINDOW_BYTES - MATCH_MAX) {
    const symbol = readSymbol(bits, lengths);
    if (symbol === END_OF_BLOCK) return true;
    if (symbol < END_OF_BLOCK) {
      window[state.filled++] = symbol;
      continue;
    }
    const length = readNumber(bits, LENGTHS[symbol - END_OF_BLOCK - 1]);
    const distance = readNumber(bits, DISTANCES[readSymbol(bits, distances)]);
    if (distance > state.filled) bits.corrupt();
    // The copy goes byte by byte, since it may read bytes that it has just written.
    for (const end = state.filled + length; state.filled < end; state.filled++) {
      window[state.filled] = window[state.filled - distance]!;
    }
  }
  return false;
}

type Range = { readonly base: number; readonly extra: number };

function readNumber(bits: Bits, range: Range | undefined): number {
  return range ? range.base + readBits(bits, range.extra) : bits.corrupt();
}

/** Ranges follow each other from `start`; each is as wide as its extra bits can tell. */
function spread(extraBits: readonly number[], start: number): Range[] {
  let next = start;
  return extraBits.map((extra) => {
    const base = next;
    next += 2 ** extra;
    return { base, extra };
  });
}

function giveAway(state: State): Uint8Array {
  const { window, given, filled, budget } = state;
  budget.spend(stepsToRead(filled - given));
  const part = window.slice(given, filled);
  window.copyWithin(0, filled - DISTANCE_MAX, filled);
  state.filled = DISTANCE_MAX;
  state.given = DISTANCE_MAX;
  return part;
}
