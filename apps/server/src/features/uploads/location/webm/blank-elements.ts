import { LocationStaysError } from '../../../evidence/exports/refuse-location.ts';
import { blankCodecPrivate } from './blank-codec-private.ts';
import { brokenWebm, walkElements, writeVoid } from './read-element.ts';

type Rule = (content: Buffer) => void;

/** Rules by the id of the child; a child without a rule becomes a Void. */
type Rules = Map<number, Rule>;

const within =
  (rules: Rules): Rule =>
  (content) => {
    for (const { id, header, content: child } of walkElements(content)) {
      const rule = rules.get(id);
      if (rule) rule(child);
      else {
        writeVoid(header, child.length);
        child.fill(0);
      }
    }
  };

const number: Rule = (content) => {
  if (content.length > 8) throw brokenWebm();
};

const numbers = (...ids: number[]): Rules => new Map(ids.map((id) => [id, number]));

const matching =
  (pattern: RegExp): Rule =>
  (content) => {
    if (!pattern.test(content.toString('latin1'))) throw brokenWebm();
  };

// A required element keeps its position, without its text.
const emptied: Rule = (content) => void content.fill(0);

/** An unknown notation of a language becomes zeros, an empty text. */
const language: Rule = (content) => {
  if (!/^[a-z]{3}\0*$/.test(content.toString('latin1'))) content.fill(0);
};

const DOC_TYPE = 0x4282;
const HEAD: Rules = new Map([
  ...numbers(0x4286, 0x42f7, 0x42f2, 0x42f3, 0x4287, 0x4285),
  [DOC_TYPE, matching(/^(webm|matroska)\0*$/)],
]);

const SEEK: Rules = new Map([[0x53ab, matching(/^[^]{1,4}$/)], ...numbers(0x53ac)]);

/** TimestampScale, Duration and DateUTC; MuxingApp and WritingApp. */
const INFO: Rules = new Map([...numbers(0x2ad7b1, 0x4489, 0x4461), [0x4d80, emptied], [0x5741, emptied]]);

const MASTERING = numbers(0x55d1, 0x55d2, 0x55d3, 0x55d4, 0x55d5, 0x55d6, 0x55d7, 0x55d8, 0x55d9, 0x55da);

const COLOUR: Rules = new Map([
  ...numbers(0x55b1, 0x55b2, 0x55b3, 0x55b4, 0x55b5, 0x55b6, 0x55b7, 0x55b8, 0x55b9, 0x55ba, 0x55bb, 0x55bc),
  ...numbers(0x55bd),
  [0x55d0, within(MASTERING)],
]);

/** Sizes, crops, interlacing, stereo, alpha, frame rate. */
const VIDEO: Rules = new Map([
  ...numbers(0x9a, 0x9d, 0x53b8, 0x53c0, 0xb0, 0xba, 0x54aa, 0x54bb, 0x54cc, 0x54dd, 0x54b0, 0x54ba, 0x54b2),
  ...numbers(0x54b3, 0x2383e3),
  [0x55b0, within(COLOUR)],
]);

const AUDIO = numbers(0xb5, 0x78b5, 0x9f, 0x6264);

const TRACK_NUMBER = 0xd7;
const TRACK_TYPE = 0x83;
const CODEC_ID = 0x86;
const CODEC_PRIVATE = 0x63a2;
const CONTENT_ENCODINGS = 0x6d80;

/** UID, flags, lacing, caches, durations, delays; language, codec, video and audio. */
const TRACK: Rules = new Map([
  ...numbers(TRACK_NUMBER, TRACK_TYPE, 0x73c5, 0xb9, 0x88, 0x55aa, 0x9c, 0x6de7, 0x6df8, 0x23e383, 0x234e7a),
  ...numbers(0x23314f, 0x55ee, 0x56aa, 0x56bb, 0xaa),
  [0x22b59c, language],
  [CODEC_ID, matching(/^[AV]_[A-Z0-9_/]{1,32}\0*$/)],
  [0xe0, within(VIDEO)],
  [0xe1, within(AUDIO)],
]);

/** Pictures and sound. Any other track may be the way that the camera took. */
const TRACK_TYPES = [1, 2];

const blankTracks = (content: Buffer): number[] => {
  const declared: number[] = [];
  const track: Rule = (entry) => {
    const found = findOnes(entry, TRACK_IDS);
    if (!TRACK_TYPES.includes(toNumber(found.get(TRACK_TYPE))))
      throw new LocationStaysError('it has a track that is neither pictures nor sound');
    if (found.has(CONTENT_ENCODINGS)) throw new LocationStaysError('its tracks are encrypted or packed');
    declared.push(toNumber(found.get(TRACK_NUMBER)));
    const codec = toText(found.get(CODEC_ID));
    within(new Map([...TRACK, [CODEC_PRIVATE, (setup) => blankCodecPrivate(codec, setup)]]))(entry);
  };
  within(new Map([[0xae, track]]))(content);
  return declared;
};

const TRACK_IDS = new Set([TRACK_TYPE, TRACK_NUMBER, CODEC_ID, CONTENT_ENCODINGS]);

const findOnes = (content: Buffer, wanted: ReadonlySet<number>): Map<number, Buffer> => {
  const found = new Map<number, Buffer>();
  for (const child of walkElements(content)) {
    if (!wanted.has(child.id)) continue;
    if (found.has(child.id)) throw brokenWebm();
    found.set(child.id, child.content);
  }
  return found;
};

const toNumber = (content: Buffer | undefined): number => {
  if (!content || content.length > 8) throw brokenWebm();
  return content.reduce((value, byte) => value * 256 + byte, 0);
};

const toText = (content: Buffer | undefined): string => {
  if (!content || content.length > 40) throw brokenWebm();
  return content.toString('latin1').replace(/\0+$/, '');
};

const CUE_POINT: Rules = new Map([...numbers(0xb3), [0xb7, within(numbers(0xf7, 0xf1, 0xf0, 0xb2, 0x5378))]]);

export const CUES = 0x1c53bb6b;

/** These elements are judged once they have come whole; each rule gives the numbers of the tracks that it declares. */
export const WHOLE = new Map<number, (content: Buffer) => number[]>([
  [0x1a45dfa3, judge(within(HEAD))],
  [0x114d9b74, judge(within(new Map([[0x4dbb, within(SEEK)]])))],
  [0x1549a966, judge(within(INFO))],
  [0x1654ae6b, blankTracks],
  [CUES, judge(within(new Map([[0xbb, within(CUE_POINT)]])))],
]);

function judge(rule: Rule): (content: Buffer) => number[] {
  return (content) => {
    rule(content);
    return [];
  };
}

/** Timestamp, Position and PrevSize of a Cluster; duration, references, priority and padding of a BlockGroup. */
export const NUMBERS = new Set([0xe7, 0xa7, 0xab, 0x9b, 0xfb, 0xfa, 0x75a2]);
