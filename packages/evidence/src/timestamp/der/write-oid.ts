import { OBJECT_IDENTIFIER } from './tags.ts';
import { writeDer } from './write-der.ts';

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
