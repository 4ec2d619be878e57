import { LocationStaysError } from '../../../evidence/exports/refuse-location.ts';

/** ISO 14496-12, section 4.2. Bytes written to `content` are written to the file. */
export type Box = { type: string; header: Buffer; content: Buffer };

/** A box holds a few dozen boxes. */
const BOXES_MAX = 100_000;

/** An index may be made of millions of boxes. A rest too short for a header, as at QuickTime's lists, becomes zeros. */
export function* walkBoxes(bytes: Buffer): Generator<Box, void> {
  let count = 0;
  for (let at = 0; at < bytes.length;) {
    if (bytes.length - at < 8) return void bytes.fill(0, at);
    if (++count > BOXES_MAX) throw new LocationStaysError('its index has too many parts');
    const headerBytes = bytes.readUInt32BE(at) === 1 ? 16 : 8;
    if (bytes.length - at < headerBytes) throw brokenMp4();
    const size = headerBytes === 8 ? bytes.readUInt32BE(at) : Number(bytes.readBigUInt64BE(at + 8));
    if (size < headerBytes || at + size > bytes.length) throw brokenMp4();
    yield {
      type: bytes.toString('latin1', at + 4, at + 8),
      header: bytes.subarray(at, at + headerBytes),
      content: bytes.subarray(at + headerBytes, at + size),
    };
    at += size;
  }
}

export const findBox = (bytes: Buffer, ...path: string[]): Buffer | undefined =>
  path.reduce<Buffer | undefined>((parent, type) => parent && findChild(parent, type), bytes);

const findChild = (parent: Buffer, type: string): Buffer | undefined => {
  for (const box of walkBoxes(parent)) if (box.type === type) return box.content;
  return undefined;
};

export const blankBox = ({ header, content }: Pick<Box, 'header' | 'content'>): void => {
  header.write('free', 4, 'latin1');
  content.fill(0);
};

export const keepFirst = (content: Buffer, bytes: number): void => {
  if (content.length < bytes) throw brokenMp4();
  content.fill(0, bytes);
};

export const brokenMp4 = () => new LocationStaysError('its MP4 structure is broken');

/** The index of an hour of film has a tenth of this. */
export const INDEX_BYTES_MAX = 32 * 1024 ** 2;

/** `end` is Infinity for a box without a size, which goes on to the end of the file. */
type TopLevelBox = { type: string; headerBytes: number; end: number };

export const readTopLevel = (head: Buffer, start: number): TopLevelBox | undefined => {
  if (head.length < 8) return undefined;
  const type = head.toString('latin1', 4, 8);
  if (start === 0 && type !== 'ftyp' && type !== 'styp') throw brokenMp4();
  const short = head.readUInt32BE(0);
  if (short === 0 && ['moov', 'moof'].includes(type)) throw brokenMp4();
  if (short === 0) return { type, headerBytes: 8, end: Infinity };
  if (short === 1 && head.length < 16) return undefined;
  const headerBytes = short === 1 ? 16 : 8;
  const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
  if (size < headerBytes) throw brokenMp4();
  return { type, headerBytes, end: start + size };
};
