import { LocationStaysError } from '../../../evidence/exports/refuse-location.ts';
import { brokenMp4, keepFirst } from './walk-boxes.ts';

/** ISO 14496-15, section 5.3.3.1: the parameter sets stay. */
export const blankAvcSetup = (content: Buffer): void => {
  let at = skipSets(content, { countAt: 5, mask: 0x1f, type: 7 });
  at = skipSets(content, { countAt: at, mask: 0xff, type: 8 });
  const isHigh = [100, 110, 122, 144].includes(content[1]!);
  if (isHigh && at + 4 <= content.length) at = skipSets(content, { countAt: at + 3, mask: 0xff, type: 13 });
  content.fill(0, at);
};

const skipSets = (
  content: Buffer,
  { countAt, mask, type }: { countAt: number; mask: number; type: number },
): number => {
  if (countAt >= content.length) throw brokenMp4();
  let at = countAt + 1;
  for (let left = content[countAt]! & mask; left > 0; left -= 1) {
    const end = endOfUnit(content, at);
    if ((content[at + 2]! & 0x1f) !== type) throw brokenMp4();
    at = end;
  }
  return at;
};

const endOfUnit = (content: Buffer, at: number): number => {
  const end = at + 2 + (at + 2 <= content.length ? content.readUInt16BE(at) : Infinity);
  if (end > content.length || end < at + 4) throw brokenMp4();
  return end;
};

/** Section 8.3.3.1: all but parameter sets becomes filler. */
export const blankHevcSetup = (content: Buffer): void => {
  if (content.length < 23) throw brokenMp4();
  let at = 23;
  for (let arrays = content[22]!; arrays > 0; arrays -= 1) {
    if (at + 3 > content.length) throw brokenMp4();
    const head = at;
    const type = content[at]! & 0x3f;
    const isKept = PARAMETER_SETS.includes(type);
    if (!isKept) content[head] = (content[head]! & 0x80) | FILLER;
    at += 3;
    for (let units = content.readUInt16BE(head + 1); units > 0; units -= 1) {
      const end = endOfUnit(content, at);
      if (isKept && ((content[at + 2]! >> 1) & 0x3f) !== type) throw brokenMp4();
      if (!isKept) {
        content[at + 2] = FILLER << 1;
        content[at + 3] = 1;
        content.fill(0xff, at + 4, end);
      }
      at = end;
    }
  }
  content.fill(0, at);
};

/** HEVC's parameter sets: of the video, the sequence and the picture. */
const PARAMETER_SETS = [32, 33, 34];
const FILLER = 38;

/** AV1 in ISOBMFF, section 2.3.3: the header of the sequence stays. */
export const blankAv1Setup = (content: Buffer): void => {
  if (content.length < 4) throw brokenMp4();
  // Keeps a header without an extension, whose size fits in a byte.
  const isHeader = content[4] === 0x0a && content[5]! < 0x80 && 6 + content[5]! <= content.length;
  const end = isHeader ? 6 + content[5]! : 4;
  if (end === content.length) return;
  content.fill(0, end);
  // Padding, which readers skip.
  content[end] = 0x7a;
  if (content.length - end - 2 > 0x7f) throw new LocationStaysError('its AV1 setup is too long');
  if (end + 1 < content.length) content[end + 1] = content.length - end - 2;
};

/** RFC 9639, section 8: after the facts of the stream comes padding only. */
export const blankFlacBlocks = (content: Buffer): void => {
  if (content.length < 38 || (content[0]! & 0x7f) !== 0 || content.readUIntBE(1, 3) !== 34) throw brokenMp4();
  for (let at = 38; at < content.length;) {
    const end = at + 4 + (at + 4 <= content.length ? content.readUIntBE(at + 1, 3) : Infinity);
    if (end > content.length) throw brokenMp4();
    content[at] = (content[at]! & 0x80) | 1;
    content.fill(0, at + 4, end);
    at = end;
  }
};

/** MPEG-4 sound has a few bytes of setup; a text would be longer. */
const DECODER_BYTES_MAX = 64;

/** ISO 14496-1, section 7.2.6: the stream, its decoder and how packets are cut stay. */
export const blankDescriptors = (content: Buffer): void => {
  const stream = readDescriptor(content, 4, 0x03);
  if (stream.at + 3 > stream.end) throw brokenMp4();
  // The flags announce an address, or something else before the decoder.
  if ((content[stream.at + 2]! & 0xe0) > 0)
    throw new LocationStaysError('its sound is led to by more than its setup');
  const decoder = readDescriptor(content, stream.at + 3, 0x04);
  let end = decoder.at + 13;
  if (end > decoder.end) throw brokenMp4();
  if (end < decoder.end) {
    const setup = readDescriptor(content, end, 0x05);
    if (setup.end !== decoder.end || setup.end - setup.at > DECODER_BYTES_MAX)
      throw new LocationStaysError('its sound has a setup of another kind');
    end = setup.end;
  }
  if (end < stream.end) {
    const cut = readDescriptor(content, end, 0x06);
    if (cut.end - cut.at !== 1) throw new LocationStaysError('its sound has a setup of another kind');
    end = cut.end;
  }
  if (end > stream.end) throw brokenMp4();
  keepFirst(content, end);
};

const readDescriptor = (content: Buffer, start: number, tag: number): { at: number; end: number } => {
  if (content[start] !== tag) throw brokenMp4();
  let size = 0;
  for (let at = start + 1; at < start + 5; at += 1) {
    const byte = content[at];
    if (byte === undefined) throw brokenMp4();
    size = size * 128 + (byte & 0x7f);
    if ((byte & 0x80) > 0) continue;
    if (at + 1 + size > content.length) throw brokenMp4();
    return { at: at + 1, end: at + 1 + size };
  }
  throw brokenMp4();
};
