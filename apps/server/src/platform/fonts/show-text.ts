import { findFamily } from './house-fonts.ts';

export const MISSING_SIGN = '□';

/**
 * A sign replaces each character (as a reader sees it) without a glyph; also controls, and the bidirectional
 * overrides, under which a text reads differently (Unicode TR 36). A line without a space can break. Of several blank
 * lines one is left, and none at the ends.
 */
export const showLines = (text: string): string[] => {
  const lines = splitLines(text).map((line) => softenRuns(showSigns(line.replace(/\t/g, '    '))).trimEnd());
  const shown = lines.filter((line, index) => !isBlank(line) || !isBlank(lines[index - 1] ?? ''));
  if (isBlank(shown.at(-1) ?? '')) shown.pop();
  return shown.map((line) => (isBlank(line) ? '' : line));
};

/** A single line, cut to a length, and isolated from the direction of the text around it. */
export const showLine = (text: string, lengthMax = LINE_LENGTH_MAX): string => {
  const line = text.toWellFormed().replace(/\s+/gu, ' ').trim();
  return isolateLine(softenRuns(showSigns(cut(line, lengthMax))));
};

/** A right-to-left text must not turn the text beside it. */
export const isolateLine = (line: string): string =>
  RIGHT_TO_LEFT.test(line) ? `${ISOLATE}${line}${END_OF_ISOLATE}` : line;

export const splitLines = (text: string): string[] => text.toWellFormed().split(LINE_BREAK);

/** Replaces characters without a glyph, and changes nothing else. */
export const showSigns = (line: string): string =>
  isAscii(line)
    ? line
    : segment(line)
        .map((cluster) => showCluster(cluster.replace(SILENT, '').replace(LEADING_JOINERS, '')))
        .join('');

/** Most lines are ASCII, and every font has all of that. */
export const isAscii = (line: string): boolean => /^[ -~]*$/.test(line);

/** A hash or an id must not break: a copy of it would carry the break along. */
export const showCode = (text: string): string => showSigns(cut(text.toWellFormed(), CODE_LENGTH_MAX));

/** The first letter decides (Unicode Annex 9, P2). */
export const findDirection = (line: string): 'ltr' | 'rtl' => {
  const first = line.match(/\p{L}/u)?.[0] ?? '';
  return RIGHT_TO_LEFT.test(first) ? 'rtl' : 'ltr';
};

/** Fits a caption in five lines; names and references are held shorter at their input. */
const LINE_LENGTH_MAX = 300;
const CODE_LENGTH_MAX = 64;
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;
// A soft hyphen alone has a glyph, and shows nothing.
const isBlank = (line: string): boolean => /^[\s\u00ad\u200b]*$/u.test(line);
const RIGHT_TO_LEFT = /[\p{sc=Hebrew}\p{sc=Arabic}]/u;
const ISOLATE = '\u2068';
const END_OF_ISOLATE = '\u2069';

/** Marks of direction, joiners of emoji, variants, the byte order mark: harmless to leave out. */
const SILENT = /[\u200b\u200e\u200f\u061c\u2060-\u2064\ufeff]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;
// Some of these characters join the next one (U+0600 …), and with it a word of the catalogue.
const UNFIT =
  /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\u0600-\u0605\u06dd\u0890\u0891\u08e2\u202a-\u202e\u2066-\u2069\ufff9-\ufffc\ufffd]/u;
// A mark or a joiner without a letter would join the text beside it.
const LEADING_JOINERS = /^[\u200c\u200d]+/;
const MARK = /^\p{M}/u;

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
export const segment = (text: string): string[] =>
  Array.from(segmenter.segment(text), (each) => each.segment);

// Typst, too, asks each font for the whole of a cluster.
const showCluster = (cluster: string): string => {
  if (isShown(cluster)) return cluster;
  const [base = '', ...marks] = cluster;
  return marks.length > 0 && isShown(base) ? base + MISSING_SIGN : MISSING_SIGN;
};

/** No script stacks more; ten thousand marks on one letter would black out the page. */
const CLUSTER_LENGTH_MAX = 8;

const isShown = (cluster: string): boolean =>
  !UNFIT.test(cluster) &&
  !MARK.test(cluster) &&
  Array.from(cluster).length <= CLUSTER_LENGTH_MAX &&
  findFamily(cluster) >= 0;

const RUN_LENGTH_MAX = 30;
const LONG = new RegExp(`[^\\s\\u200b]{${RUN_LENGTH_MAX + 1},}`, 'gu');
const RUN = new RegExp(`[^\\s\\u200b/-]{${RUN_LENGTH_MAX + 1},}`, 'gu');
const BREAK_EVERY = 10;
// Lines break after hyphens and slashes by themselves where a letter follows (Unicode Annex 14, LB 21 and 25).
const STIFF = /[-/](?!\p{L}|$)/gu;

const softenRuns = (line: string): string =>
  line.replace(LONG, (long) => softenLetters(long.replace(STIFF, '$&\u200b')));

const softenLetters = (line: string): string =>
  line.replace(RUN, (run) =>
    segment(run)
      .map((cluster, index) => (index > 0 && index % BREAK_EVERY === 0 ? `\u200b${cluster}` : cluster))
      .join(''),
  );

const cut = (line: string, lengthMax: number): string => {
  if (line.length <= lengthMax) return line;
  const clusters = segment(line.slice(0, lengthMax * 20));
  return clusters.length > lengthMax ? `${clusters.slice(0, lengthMax).join('')}…` : line;
};
