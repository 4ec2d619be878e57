import { LocationStaysError } from '../../../evidence/exports/refuse-location.ts';
import { blankSampleEntries } from './blank-sample-entries.ts';
import { blankBox, brokenMp4, findBox, keepFirst, walkBoxes } from './walk-boxes.ts';

type Rule = (content: Buffer) => void;

/** A box that may hold a location becomes `free`, at every level. */
export const blankMovie: Rule = (content) => within(MOVIE)(content);

export const blankFragment: Rule = (content) => within(FRAGMENT)(content);

const within =
  (rules: Record<string, Rule>): Rule =>
  (content) => {
    const seen = new Set<string>();
    for (const box of walkBoxes(content)) {
      const rule = rules[box.type];
      if (!rule) {
        blankBox(box);
        continue;
      }
      // Two boxes of a type are refused: some readers take the first, others the last.
      if (seen.has(box.type) && !REPEATED.has(box.type)) throw brokenMp4();
      seen.add(box.type);
      rule(box.content);
    }
  };

const REPEATED = new Set(['trak', 'trex', 'traf', 'trun']);

/** The version tells the number of bytes of such a box. */
const fixed =
  (...bytes: number[]): Rule =>
  (content) => {
    const length = bytes[content[0] ?? 0];
    if (length === undefined) throw brokenMp4();
    keepFirst(content, length);
  };

/** The last bytes of the head count the entries, which have a fixed size. */
const table =
  (entryBytes: number, headBytes = 8): Rule =>
  (content) => {
    if (content.length < headBytes) throw brokenMp4();
    keepFirst(content, headBytes + content.readUInt32BE(headBytes - 4) * entryBytes);
  };

const zeros =
  (bytes: number, ...ranges: [number, number][]): Rule =>
  (content) => {
    keepFirst(content, bytes);
    for (const [from, to] of ranges) content.fill(0, from, to);
  };

const sizes: Rule = (content) => {
  if (content.length < 12) throw brokenMp4();
  keepFirst(content, content.readUInt32BE(4) === 0 ? 12 + content.readUInt32BE(8) * 4 : 12);
};

const edits: Rule = (content) => table(content[0] === 1 ? 20 : 12)(content);

const movieHeader: Rule = (content) => {
  fixed(100, 112)(content);
  // Zeros between the volume and the matrix, and between the matrix and the next track's id.
  const end = content[0] === 1 ? 112 : 100;
  content.fill(0, end - 74, end - 64);
  content.fill(0, end - 28, end - 4);
};

/** Keeps references to this file only: another file's name may say anything. */
const dataReferences: Rule = (content) => {
  if (content.length < 8) throw brokenMp4();
  for (const { content: reference } of walkBoxes(content.subarray(8))) {
    if (reference.length < 4 || (reference[3]! & 1) === 0)
      throw new LocationStaysError('its pictures are in another file');
    reference.fill(0, 4);
  }
};

/** Keeps the handler's kind; its maker and its name are texts. */
const handler: Rule = (content) => {
  if (content.length < 20) throw brokenMp4();
  if (!['mhlr', 'dhlr'].includes(content.toString('latin1', 4, 8))) content.fill(0, 4, 8);
  content.fill(0, 12);
};

const media: Rule = (content) => {
  const kind = findBox(content, 'hdlr')?.toString('latin1', 8, 12) ?? '';
  if (kind.length < 4) throw brokenMp4();
  if (!HANDLERS.has(kind)) throw new LocationStaysError('it has a track that is neither pictures nor sound');
  within({
    mdhd: fixed(24, 36),
    hdlr: handler,
    minf: within({
      vmhd: fixed(12),
      smhd: zeros(8, [6, 8]),
      nmhd: fixed(4),
      gmhd: within({ gmin: zeros(16, [14, 16]) }),
      hdlr: handler,
      dinf: within({ dref: dataReferences }),
      stbl: within({ stsd: (entries) => blankSampleEntries(entries, kind), ...SAMPLE_TABLES }),
    }),
  })(content);
};

/** Pictures, sound and time codes. Any other track may be the way that the camera took. */
const HANDLERS = new Set(['vide', 'soun', 'tmcd']);

const SAMPLE_TABLES: Record<string, Rule> = {
  stts: table(8),
  ctts: table(8),
  cslg: fixed(24, 44),
  stsc: table(12),
  stsz: sizes,
  stco: table(4),
  co64: table(8),
  stss: table(4),
};

const trackHeader: Rule = (content) => {
  fixed(84, 96)(content);
  const wide = content[0] === 1 ? 12 : 0;
  content.fill(0, 16 + (wide && 8), 20 + (wide && 8));
  content.fill(0, 24 + wide, 32 + wide);
  content.fill(0, 38 + wide, 40 + wide);
};

const MOVIE: Record<string, Rule> = {
  mvhd: movieHeader,
  trak: within({ tkhd: trackHeader, edts: within({ elst: edits }), mdia: media }),
  mvex: within({ mehd: fixed(8, 12), trex: fixed(24) }),
};

/** The flags of a fragment's header and of its runs announce these fields, each with its bytes. */
const HEADER_FIELDS = [
  [0x1, 8],
  [0x2, 4],
  [0x8, 4],
  [0x10, 4],
  [0x20, 4],
] as const;
const RUN_FIELDS = [
  [0x1, 4],
  [0x4, 4],
] as const;
const SAMPLE_FIELDS = [
  [0x100, 4],
  [0x200, 4],
  [0x400, 4],
  [0x800, 4],
] as const;

const sum = (fields: readonly (readonly [number, number])[], flags: number): number =>
  fields.reduce((bytes, [flag, size]) => bytes + (flags & flag ? size : 0), 0);

const flagsOf = (content: Buffer): number => {
  if (content.length < 8) throw brokenMp4();
  return content.readUIntBE(1, 3);
};

const FRAGMENT: Record<string, Rule> = {
  mfhd: fixed(8),
  traf: within({
    tfhd: (content) => keepFirst(content, 8 + sum(HEADER_FIELDS, flagsOf(content))),
    tfdt: fixed(8, 12),
    trun: (content) => {
      const flags = flagsOf(content);
      keepFirst(content, 8 + sum(RUN_FIELDS, flags) + content.readUInt32BE(4) * sum(SAMPLE_FIELDS, flags));
    },
  }),
};
