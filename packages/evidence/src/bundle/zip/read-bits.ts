import type { HuffmanCode } from './build-huffman-code.ts';

/** Reads the lowest bit of each byte first (RFC 1951, section 3.1.1). */
export type Bits = {
  readonly bytes: Uint8Array;
  position: number;
  hold: number;
  held: number;
  readonly corrupt: () => never;
};

export function openBits(bytes: Uint8Array, corrupt: () => never): Bits {
  return { bytes, position: 0, hold: 0, held: 0, corrupt };
}

export function readBits(bits: Bits, count: number): number {
  fill(bits, count);
  return take(bits, count);
}

export function readSymbol(bits: Bits, { table, width }: HuffmanCode): number {
  fill(bits, width);
  const found = table[bits.hold & ((1 << width) - 1)]!;
  const length = found & 15;
  if (length === 0) bits.corrupt();
  take(bits, length);
  return found >> 4;
}

export function alignToByte(bits: Bits): void {
  bits.position -= bits.held >> 3;
  bits.hold = 0;
  bits.held = 0;
}

// At the end of the input the last symbol may be shorter than the longest code.
function fill(bits: Bits, count: number): void {
  while (bits.held < count && bits.position < bits.bytes.length) {
    bits.hold |= bits.bytes[bits.position++]! << bits.held;
    bits.held += 8;
  }
}

function take(bits: Bits, count: number): number {
  if (count > bits.held) bits.corrupt();
  const value = bits.hold & ((1 << count) - 1);
  bits.hold >>>= count;
  bits.held -= count;
  return value;
}
