import { LocationStaysError } from '../../../evidence/exports/refuse-location.ts';
import { blankAv1Setup, blankAvcSetup, blankFlacBlocks, blankHevcSetup } from '../mp4/blank-codec-setup.ts';
import { brokenWebm } from './read-element.ts';

export const blankCodecPrivate = (codec: string, content: Buffer): void => {
  const blank = SETUPS[codec];
  if (!blank) throw new LocationStaysError('its tracks have a setup that is not known');
  blank(content);
};

/** RFC 7845, section 5.1. */
const blankOpus = (content: Buffer): void => {
  if (content.length < 19 || content.toString('latin1', 0, 8) !== 'OpusHead') throw brokenWebm();
  content.fill(0, content[18] === 0 ? 19 : 21 + content[9]!);
};

/** Matroska, codec A_VORBIS: the second of three headers has texts, each behind its length. */
const blankVorbis = (content: Buffer): void => {
  let at = 1;
  const sizes = [0, 1].map(() => {
    let size = 0;
    for (; content[at] === 255; at += 1) size += 255;
    size += content[at] ?? NaN;
    at += 1;
    return size;
  });
  const texts = content.subarray(at + sizes[0]!, at + sizes[0]! + sizes[1]!);
  if (content[0] !== 2 || texts.length !== sizes[1] || sizes[0] !== 30) throw brokenWebm();
  let end = blankText(texts, 7);
  if (end + 4 > texts.length) throw brokenWebm();
  const count = texts.readUInt32LE(end);
  end += 4;
  for (let left = count; left > 0; left -= 1) end = blankText(texts, end);
  // This bit ends the header.
  texts.fill(0, end + 1);
};

const blankText = (texts: Buffer, at: number): number => {
  if (at + 4 > texts.length) throw brokenWebm();
  const end = at + 4 + texts.readUInt32LE(at);
  if (end > texts.length) throw brokenWebm();
  texts.fill(0, at + 4, end);
  return end;
};

/** Profile, level, depth and chroma: each has its number, its length and one byte. */
const blankVp9 = (content: Buffer): void => {
  for (let at = 0; at < content.length; at += 3) {
    const isFeature = content[at]! >= 1 && content[at]! <= 4 && content[at + 1] === 1;
    if (!isFeature || at + 3 > content.length || at > 9) throw brokenWebm();
  }
};

const blankAac = (content: Buffer): void => {
  if (content.length > 64) throw brokenWebm();
};

const blankFlac = (content: Buffer): void => {
  if (content.toString('latin1', 0, 4) !== 'fLaC') throw brokenWebm();
  blankFlacBlocks(content.subarray(4));
};

const SETUPS: Record<string, (content: Buffer) => void> = {
  A_OPUS: blankOpus,
  A_VORBIS: blankVorbis,
  A_AAC: blankAac,
  A_FLAC: blankFlac,
  V_VP8: (content) => void content.fill(0),
  V_VP9: blankVp9,
  V_AV1: blankAv1Setup,
  'V_MPEG4/ISO/AVC': blankAvcSetup,
  'V_MPEGH/ISO/HEVC': blankHevcSetup,
};
