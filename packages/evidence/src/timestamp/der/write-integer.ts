import { INTEGER } from './tags.ts';
import { writeDer } from './write-der.ts';

/**
 * A DER INTEGER of a non-negative number, or of the bytes of one, big-endian: no zero bytes in front, but one where
 * the first bit would make it negative (X.690, section 8.3).
 */
export function writeInteger(value: number | bigint | Uint8Array, tag: number = INTEGER): Uint8Array {
  const digits = typeof value === 'object' ? value : toBytes(BigInt(value));
  const start = digits.findIndex((digit) => digit !== 0);
  const minimal = start === -1 ? Uint8Array.of(0) : digits.subarray(start);
  return minimal[0]! < 0x80 ? writeDer(tag, minimal) : writeDer(tag, Uint8Array.of(0), minimal);
}

function toBytes(value: bigint): Uint8Array {
  const digits: number[] = [];
  for (let rest = value; rest > 0n; rest >>= 8n) digits.unshift(Number(rest & 0xffn));
  return Uint8Array.from(digits);
}
