import { buildHuffmanCode, type HuffmanCode } from './build-huffman-code.ts';
import { readBits, readSymbol, type Bits } from './read-bits.ts';

/** A block has a code for bytes and lengths, and one for distances. */
export type DeflateCodes = { readonly lengths: HuffmanCode; readonly distances: HuffmanCode };

const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const END_OF_BLOCK = 256;
const MAX_LENGTH_CODES = 286;
const MAX_DISTANCE_CODES = 30;

/** RFC 1951, section 3.2.7. */
export function readDeflateCodes(bits: Bits): DeflateCodes {
  const lengthCount = readBits(bits, 5) + 257;
  const distanceCount = readBits(bits, 5) + 1;
  const orderCount = readBits(bits, 4) + 4;
  if (lengthCount > MAX_LENGTH_CODES || distanceCount > MAX_DISTANCE_CODES) bits.corrupt();

  const first = Array<number>(19).fill(0);
  for (const symbol of ORDER.slice(0, orderCount)) first[symbol] = readBits(bits, 3);
  const code = buildHuffmanCode(first, { mustBeComplete: true }) ?? bits.corrupt();
  const all = readLengths(bits, { code, count: lengthCount + distanceCount });
  if (all[END_OF_BLOCK] === 0) bits.corrupt();
  return {
    lengths: buildHuffmanCode(all.slice(0, lengthCount)) ?? bits.corrupt(),
    distances: buildHuffmanCode(all.slice(lengthCount)) ?? bits.corrupt(),
  };
}

function readLengths(bits: Bits, { code, count }: { code: HuffmanCode; count: number }): number[] {
  const lengths: number[] = [];
  while (lengths.length < count) {
    const symbol = readSymbol(bits, code);
    if (symbol < 16) lengths.push(symbol);
    else lengths.push(...readRepeat(bits, { symbol, before: lengths.at(-1) }));
  }
  return lengths.length === count ? lengths : bits.corrupt();
}

function readRepeat(
  bits: Bits,
  { symbol, before }: { symbol: number; before: number | undefined },
): readonly number[] {
  if (symbol === 16) return Array<number>(readBits(bits, 2) + 3).fill(before ?? bits.corrupt());
  const count = symbol === 17 ? readBits(bits, 3) + 3 : readBits(bits, 7) + 11;
  return Array<number>(count).fill(0);
}
