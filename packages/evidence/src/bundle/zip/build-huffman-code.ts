/**
 * A prefix code as a table. Index: the next `width` bits of the input. Value: the symbol times 16, plus the length of
 * its code; 0 where no code begins so.
 */
export type HuffmanCode = { readonly table: Uint16Array; readonly width: number };

/**
 * The lengths are 0 to 15 bits (RFC 1951, section 3.2.2). Gives undefined for too many codes of a length, or too few,
 * except a single code of one bit, as in zlib.
 */
export function buildHuffmanCode(
  lengths: readonly number[],
  { mustBeComplete = false } = {},
): HuffmanCode | undefined {
  const counts = Array<number>(16).fill(0);
  for (const length of lengths) counts[length]!++;
  counts[0] = 0;
  const width = counts.findLastIndex((count) => count > 0);
  if (width < 0) return { table: Uint16Array.of(0), width: 0 };

  const left = countLeft(counts);
  if (left < 0 || (left > 0 && (mustBeComplete || width > 1))) return undefined;
  return { table: fillTable(lengths, { counts, width }), width };
}

function countLeft(counts: readonly number[]): number {
  let left = 1;
  for (const count of counts.slice(1)) {
    left = left * 2 - count;
    if (left < 0) return left;
  }
  return left;
}

function fillTable(
  lengths: readonly number[],
  { counts, width }: { counts: readonly number[]; width: number },
): Uint16Array {
  const table = new Uint16Array(1 << width);
  const next = Array<number>(16).fill(0);
  for (let length = 1; length < 15; length++) next[length + 1] = (next[length]! + counts[length]!) * 2;
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue;
    const start = reverseBits(next[length]!++, length);
    for (let index = start; index < table.length; index += 1 << length) table[index] = symbol * 16 + length;
  }
  return table;
}

// Codes are read from their highest bit, all else from the lowest.
function reverseBits(code: number, length: number): number {
  let reversed = 0;
  for (let bit = 0; bit < length; bit++) reversed |= ((code >> bit) & 1) << (length - 1 - bit);
  return reversed;
}
