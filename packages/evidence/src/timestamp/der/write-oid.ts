import { OBJECT_IDENTIFIER } from './tags.ts';
import { writeDer } from './write-der.ts';

const DOTTED = /^(?:[01]\.[123]?\d|2\.(?:0|[1-9]\d*))(?:\.(?:0|[1-9]\d*))*$/;

/** True for what `writeOid` takes: numbers joined by dots, the first 0 to 2, the second below 40 unless that is 2. */
export function isOid(text: string): boolean {
  return DOTTED.test(text) && text.length <= 200;
}

/** A DER OBJECT IDENTIFIER (X.690, section 8.19) of its dotted form. */
export function writeOid(dotted: string): Uint8Array {
  const [first, second, ...rest] = dotted.split('.').map(BigInt);
  const numbers = [first! * 40n + second!, ...rest];
  return writeDer(OBJECT_IDENTIFIER, Uint8Array.from(numbers.flatMap(writeNumber)));
}

// In groups of seven bits, all but the last marked by the top bit.
function writeNumber(number: bigint): number[] {
  const groups = [Number(number & 0x7fn)];
  for (let rest = number >> 7n; rest > 0n; rest >>= 7n) groups.unshift(Number(rest & 0x7fn) | 0x80);
  return groups;
}
