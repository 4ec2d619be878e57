import { OCTET_STRING } from '../../der/tags.ts';
import { writeDer } from '../../der/write-der.ts';

const IN_PIECES = OCTET_STRING | 0x20;
const END = new Uint8Array(2);

export function unend(value: Uint8Array): Uint8Array {
  return Uint8Array.from([value[0]!, 0x80, ...contentOf(value), ...END]);
}

/** Marks end the value, and all constructed values in it, down to so many levels. */
export function unendAll(value: Uint8Array, levels: number): Uint8Array {
  if (levels === 0 || (value[0]! & 0x20) === 0) return value;
  const inside = splitValues(contentOf(value)).flatMap((part) => [...unendAll(part, levels - 1)]);
  return Uint8Array.from([value[0]!, 0x80, ...inside, ...END]);
}

export function lengthen(value: Uint8Array): Uint8Array {
  const content = contentOf(value);
  return Uint8Array.from([value[0]!, 0x84, 0, 0, content.length >> 8, content.length & 0xff, ...content]);
}

/** An OCTET STRING in pieces that end at the places. */
export function cutOctets(bytes: Uint8Array, places: readonly number[]): Uint8Array {
  const ends = [...places, bytes.length];
  return wrapPieces(
    ends.map((end, index) => writeDer(OCTET_STRING, bytes.subarray(ends[index - 1] ?? 0, end))),
  );
}

export function wrapPieces(pieces: readonly Uint8Array[]): Uint8Array {
  return writeDer(IN_PIECES, ...pieces);
}

export function listPieces(string: Uint8Array): Uint8Array[] {
  return splitValues(contentOf(string));
}

function splitValues(bytes: Uint8Array): Uint8Array[] {
  if (bytes.length === 0) return [];
  const length = headerOf(bytes) + lengthOf(bytes);
  return [bytes.subarray(0, length), ...splitValues(bytes.subarray(length))];
}

const contentOf = (value: Uint8Array): Uint8Array => value.subarray(headerOf(value));
const headerOf = (value: Uint8Array): number => (value[1]! < 0x80 ? 2 : 2 + (value[1]! & 0x7f));
const lengthOf = (value: Uint8Array): number =>
  value[1]! < 0x80
    ? value[1]!
    : value.subarray(2, headerOf(value)).reduce((sum, digit) => sum * 256 + digit, 0);
