import { PlaceStaysError } from '../../../evidence/exports/refuse-place.ts';

/** A box of an MP4 (ISO 14496-12, section 4.2); what is written to `content` is written to the file. */
export type Box = { type: string; header: Buffer; content: Buffer };

/**
 * The boxes one behind the other. What is too short for a header, as the four zeros that end a list of QuickTime, is
 * zeros afterwards.
 */
export const listBoxes = (bytes: Buffer): Box[] => {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length;) {
    if (bytes.length - at < 8) {
      bytes.fill(0, at);
      break;
    }
    const headerBytes = bytes.readUInt32BE(at) === 1 ? 16 : 8;
    if (bytes.length - at < headerBytes) throw brokenMp4();
    const size = headerBytes === 8 ? bytes.readUInt32BE(at) : Number(bytes.readBigUInt64BE(at + 8));
    if (size < headerBytes || at + size > bytes.length) throw brokenMp4();
    boxes.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      header: bytes.subarray(at, at + headerBytes),
      content: bytes.subarray(at + headerBytes, at + size),
    });
    at += size;
  }
  return boxes;
};

/** The content of the box that such types lead to, each the first of its type. */
export const findBox = (bytes: Buffer, ...path: string[]): Buffer | undefined =>
  path.reduce<Buffer | undefined>(
    (parent, type) => parent && listBoxes(parent).find((box) => box.type === type)?.content,
    bytes,
  );

export const blankBox = ({ header, content }: Pick<Box, 'header' | 'content'>): void => {
  header.write('free', 4, 'latin1');
  content.fill(0);
};

/** Keeps so many bytes, and blanks what is behind them. */
export const keepFirst = (content: Buffer, bytes: number): void => {
  if (content.length < bytes) throw brokenMp4();
  content.fill(0, bytes);
};

export const brokenMp4 = () => new PlaceStaysError('its MP4 structure is broken');
