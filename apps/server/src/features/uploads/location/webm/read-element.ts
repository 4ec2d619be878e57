import { LocationStaysError } from '../../../evidence/exports/refuse-location.ts';

/** `end` is Infinity for a size that the recorder did not know yet. */
export type Element = { id: number; headerBytes: number; start: number; end: number };

/**
 * Reads the element at a byte (RFC 8794, section 6); undefined for one cut off in its header.
 *
 * @param start the byte's position in the file, or in what else `end` is counted from
 */
export const readElement = (bytes: Buffer, at: number, start: number): Element | undefined => {
  const id = readNumber(bytes, at, 4);
  const size = id && readNumber(bytes, at + id.length, 8);
  if (!id || !size) return undefined;
  const headerBytes = id.length + size.length;
  const end = size.isUnknown ? Infinity : start + headerBytes + size.value;
  return { id: bytes.readUIntBE(at, id.length), headerBytes, start, end };
};

/** Bytes written to `content` are written to the file. */
export type Child = { id: number; header: Buffer; content: Buffer };

/** The cues of a day, one for each fifth of a second. */
const ELEMENTS_MAX = 500_000;

/** Gives an element only when it is asked for: an index may be made of millions. */
export function* walkElements(bytes: Buffer): Generator<Child, void> {
  let count = 0;
  for (let at = 0; at < bytes.length;) {
    const element = readElement(bytes, at, at);
    if (!element || element.end > bytes.length) throw brokenWebm();
    if (++count > ELEMENTS_MAX) throw new LocationStaysError('its index has too many parts');
    const { id, headerBytes, end } = element;
    const contentAt = at + headerBytes;
    yield { id, header: bytes.subarray(at, contentAt), content: bytes.subarray(contentAt, end) };
    at = end;
  }
}

export type VariableNumber = { length: number; value: number; isUnknown: boolean };

/** The first byte tells the number's length (RFC 8794, section 4). Undefined for a cut-off number. */
export const readNumber = (bytes: Buffer, at: number, maxBytes: number): VariableNumber | undefined => {
  const first = bytes[at];
  if (first === undefined) return undefined;
  const length = Math.clz32(first) - 23;
  if (length > maxBytes) throw brokenWebm();
  if (at + length > bytes.length) return undefined;
  const mask = 0xff >> length;
  let value = first & mask;
  let isUnknown = value === mask;
  for (let index = at + 1; index < at + length; index += 1) {
    value = value * 256 + bytes[index]!;
    isUnknown &&= bytes[index] === 0xff;
  }
  return { length, value, isUnknown };
};

/** The size of the Void takes the bytes of the element's id, too. */
export const writeVoid = (header: Buffer, contentBytes: number): void => {
  const sizeBytes = Math.min(8, header.length - 1);
  const digits = Math.min(6, sizeBytes);
  const size = contentBytes + header.length - 1 - sizeBytes;
  header.fill(0);
  header[0] = VOID;
  header.writeUIntBE(size, 1 + sizeBytes - digits, digits);
  header[1]! |= 0x80 >> (sizeBytes - 1);
};

const VOID = 0xec;

export const brokenWebm = () => new LocationStaysError('its WebM structure is broken');
