import { compareBytes, concatBytes } from '../bytes.ts';
import { GENERALIZED_TIME, INTEGER, OBJECT_IDENTIFIER, SET } from './tags.ts';

const DOTTED = /^(?:[01]\.[123]?\d|2\.(?:0|[1-9]\d*))(?:\.(?:0|[1-9]\d*))*$/;

export function writeDer(tag: number, ...contents: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = contents.reduce((sum, content) => sum + content.length, 0);
  return concatBytes([Uint8Array.of(tag, ...writeLength(length)), ...contents]);
}

function writeLength(length: number): number[] {
  if (length < 0x80) return [length];

  const digits: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  return [0x80 + digits.length, ...digits];
}

/**
 * A DER INTEGER of a non-negative number or its big-endian bytes: leading zeros go, but one stays where the first bit
 * would make it negative (X.690, section 8.3).
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

/** X.690, section 8.19. */
export function writeOid(dotted: string): Uint8Array {
  const [first, second, ...rest] = dotted.split('.').map(BigInt);
  const numbers = [first! * 40n + second!, ...rest];
  return writeDer(OBJECT_IDENTIFIER, Uint8Array.from(numbers.flatMap(writeNumber)));
}

// Groups of seven bits: all but the last have the top bit.
function writeNumber(number: bigint): number[] {
  const groups = [Number(number & 0x7fn)];
  for (let rest = number >> 7n; rest > 0n; rest >>= 7n) groups.unshift(Number(rest & 0x7fn) | 0x80);
  return groups;
}

/**
 * True for dotted numbers that `writeOid` takes: the first is 0 to 2, and the second below 40 unless the first is 2.
 */
export function isOid(text: string): boolean {
  return DOTTED.test(text);
}

/** A DER SET OF sorts its members by bytes (X.690, section 11.6). */
export function writeSet(members: readonly Uint8Array[], tag: number = SET): Uint8Array {
  return writeDer(tag, ...[...members].sort(compareBytes));
}

/** RFC 3161, section 2.4.2: UTC, with seconds, and a fraction only if there is one. */
export function writeTime(time: Date): Uint8Array {
  const text = time
    .toISOString()
    .replaceAll(/[-:T]/g, '')
    .replace(/\.?0*Z$/, 'Z');
  return writeDer(GENERALIZED_TIME, new TextEncoder().encode(text));
}
