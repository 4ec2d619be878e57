import { PlaceStaysError } from '../../../evidence/exports/refuse-place.ts';

/** `end` is Infinity for a size that the recorder did not know yet. */
export type Element = { id: number; headerBytes: number; start: number; end: number };

/** The element of which these are the first bytes (RFC 8794, section 6); undefined for one cut off in its header. */
export const readElement = (head: Buffer, start: number): Element | undefined => {
  const id = cutNumber(head, 4);
  const size = id && cutNumber(head.subarray(id.length), 8);
  if (!id || !size) return undefined;
  const headerBytes = id.length + size.length;
  const unknown = 2n ** BigInt(7 * size.length) - 1n;
  const length = toNumber(size) & unknown;
  const end = length === unknown ? Infinity : start + headerBytes + Number(length);
  return { id: Number(toNumber(id)), headerBytes, start, end };
};

/** An element within another that has come whole; what is written to `content` is written to the file. */
export type Child = { id: number; header: Buffer; content: Buffer };

export const listElements = (bytes: Buffer): Child[] => {
  const children: Child[] = [];
  for (let at = 0; at < bytes.length;) {
    const element = readElement(bytes.subarray(at, at + 12), at);
    if (!element || element.end > bytes.length) throw brokenWebm();
    const { id, headerBytes, end } = element;
    children.push({
      id,
      header: bytes.subarray(at, at + headerBytes),
      content: bytes.subarray(at + headerBytes, end),
    });
    at = end;
  }
  return children;
};

export const toNumber = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex') || '0'}`);

/** The bytes of a number whose first byte says how long it is (RFC 8794, section 4). */
export const cutNumber = (bytes: Buffer, maxBytes: number): Buffer | undefined => {
  if (bytes.length === 0) return undefined;
  const length = Math.clz32(bytes[0]!) - 23;
  if (length > maxBytes) throw brokenWebm();
  return bytes.length < length ? undefined : bytes.subarray(0, length);
};

/** Writes the header of a Void over another element's: its size has the place of the id, too. */
export const writeVoid = (header: Buffer, contentBytes: number): void => {
  const sizeBytes = Math.min(8, header.length - 1);
  const size = BigInt(contentBytes + header.length - 1 - sizeBytes) | (1n << BigInt(7 * sizeBytes));
  header.fill(0);
  header[0] = VOID;
  header.write(size.toString(16).padStart(2 * sizeBytes, '0'), 1, 'hex');
};

const VOID = 0xec;

export const brokenWebm = () => new PlaceStaysError('its WebM structure is broken');
