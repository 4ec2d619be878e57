/** One value of ASN.1. `children` are those of a constructed value. */
export type BerNode = { tag: number; content: Buffer; children: BerNode[] };

/** Deeper than any PKCS#12 file; what is nested without end must not end the process. */
const MAX_DEPTH = 32;

/**
 * Reads one value of ASN.1 that takes all the bytes (ITU-T X.690, BER: key stores write lengths that are not known
 * beforehand, and strings in pieces, which DER forbids).
 *
 * @throws {RangeError} when it is none
 */
export const readBer = (bytes: Buffer): BerNode => {
  const { node, end } = readAt(bytes, 0, MAX_DEPTH);
  if (end !== bytes.length) throw new RangeError('Something follows the value.');
  return node;
};

/** The bytes of an OCTET STRING, also of one in pieces, and under an implicit tag. */
export const readOctets = ({ content, children }: BerNode): Buffer =>
  children.length === 0 ? content : Buffer.concat(children.map(readOctets));

/** @throws {RangeError} when it is no whole number that can be counted with */
export const readCount = ({ tag, content }: BerNode): number => {
  if (tag !== TAG.integer || content.length < 1 || content.length > 6) throw new RangeError('No count.');
  return content.readIntBE(0, content.length);
};

/** An object identifier with dots; the empty text for anything else. */
export const readOid = ({ tag, content }: BerNode): string => {
  if (tag !== TAG.oid) return '';
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f);
    if (byte & 0x80) continue;
    arcs.push(arc);
    arc = 0;
  }
  const [head = 0, ...rest] = arcs;
  const first = Math.min(2, Math.floor(head / 40));
  return [first, head - 40 * first, ...rest].join('.');
};

export const TAG = { integer: 0x02, octets: 0x04, oid: 0x06, sequence: 0x30 };

const CONSTRUCTED = 0x20;

const readAt = (bytes: Buffer, start: number, depth: number): { node: BerNode; end: number } => {
  if (depth === 0) throw new RangeError('Too deep.');
  const tag = bytes.readUInt8(start);
  if ((tag & 0x1f) === 0x1f) throw new RangeError('No tag that is used here.');
  const { length, from } = readLength(bytes, start + 1);
  const isConstructed = (tag & CONSTRUCTED) !== 0;
  const limit = length === undefined ? bytes.length : from + length;
  if (limit > bytes.length || (length === undefined && !isConstructed)) throw new RangeError('Cut off.');
  if (!isConstructed)
    return { node: { tag, content: bytes.subarray(from, limit), children: [] }, end: limit };
  const children: BerNode[] = [];
  let at = from;
  while (length === undefined ? bytes.readUInt16BE(at) !== 0 : at < limit) {
    const child = readAt(bytes.subarray(0, limit), at, depth - 1);
    children.push(child.node);
    at = child.end;
  }
  return {
    node: { tag, content: bytes.subarray(from, at), children },
    end: length === undefined ? at + 2 : at,
  };
};

/** No length when the end is marked instead. */
const readLength = (bytes: Buffer, at: number): { length: number | undefined; from: number } => {
  const first = bytes.readUInt8(at);
  if (first < 0x80) return { length: first, from: at + 1 };
  if (first === 0x80) return { length: undefined, from: at + 1 };
  const count = first & 0x7f;
  if (count > 4) throw new RangeError('Too long.');
  return { length: bytes.readUIntBE(at + 1, count), from: at + 1 + count };
};
