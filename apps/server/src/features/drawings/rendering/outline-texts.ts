import { formatNumber } from '@field-inspection/drawing';
import { Resvg } from '@resvg/resvg-js';
import { splitLines } from '../../../platform/fonts/show-text.ts';
import { arrangeLine, type Run } from './arrange-line.ts';
import { listFontFiles } from '../../../platform/fonts/house-fonts.ts';

/** The font's own line height, in ems. */
export const LINE_HEIGHT = 1.362;
const ASCENT = 1.069;

export type PlacedText = { text: string; x: number; y: number; size: number };

/**
 * Text leaves the program only as outlines: it looks the same everywhere, needs no font, and no words of a person can
 * be markup. All texts go into one call, since resvg loads the fonts in each.
 */
export const outlineTexts = (texts: readonly PlacedText[]): string[] => {
  if (texts.length === 0) return [];
  const lines = texts.flatMap((text, id) =>
    splitLines(text.text).map((line, row): Line => ({ ...text, id, row, runs: arrangeLine(line) })),
  );
  const widths = measureMixed(lines);
  const groups = readGroups(lines.flatMap((line) => setLine(line, widths)));
  return texts.map((_, id) => readPaths(groups.get(id) ?? ''));
};

type Line = Omit<PlacedText, 'text'> & { id: number; row: number; runs: Run[] };

const measureMixed = (lines: readonly Line[]): ReadonlyMap<string, number> => {
  const runs = new Map(lines.flatMap((line) => line.runs.slice(0, -1).map((run) => [nameRun(run), run])));
  if (runs.size === 0) return new Map();
  const widths = measureRuns([...runs.values()]);
  return new Map([...runs.keys()].map((name, index) => [name, widths[index]!]));
};

const nameRun = ({ family, text }: Run): string => `${family}\n${text}`;

const setLine = ({ id, x, y, size, row, runs }: Line, widths: ReadonlyMap<string, number>): string[] => {
  const baseline = y + size * (ASCENT + row * LINE_HEIGHT);
  let pen = x;
  return runs.map((run) => {
    const text = setText({ id, run, x: pen, baseline, size });
    pen += size * (widths.get(nameRun(run)) ?? 0);
    return text;
  });
};

const readPaths = (group: string): string =>
  [...group.matchAll(/ d="([^"]*)"/g)]
    .map(([, data = '']) => data.replace(/-?\d[\d.e-]*/g, (number) => formatNumber(Number(number))))
    .join('')
    .replace(/ ?([A-Z]) ?/g, '$1');

/** resvg gives no widths, so a bar in another colour is set behind each run and looked for. */
export const measureRuns = (runs: readonly Run[]): number[] => {
  const families = [...new Set(runs.map(({ family }) => family))];
  const texts = [...families.map((family) => ({ family, text: '' })), ...runs].map((run, id): SetText => ({
    ...{ id, run, x: 0, baseline: 0, size: SIZE },
    after: `<tspan fill="${BAR_COLOR}">|</tspan>`,
  }));
  const groups = readGroups(texts.map(setText));
  const bars = texts.map((_, id) => findLeft(groups.get(id) ?? ''));
  return runs.map(
    ({ family }, index) => (bars[families.length + index]! - bars[families.indexOf(family)]!) / SIZE,
  );
};

const SIZE = 1000;
const BAR_COLOR = '#ff0000';

const findLeft = (group: string): number => {
  const data = new RegExp(`<path fill="${BAR_COLOR}"[^>]* d="([^"]*)"`).exec(group)?.[1] ?? '';
  const positions = [...data.matchAll(/(-?\d[\d.e-]*) -?\d[\d.e-]*/g)].map(([, x]) => Number(x));
  return Math.min(...positions);
};

type SetText = { id: number; run: Run; x: number; baseline: number; size: number; after?: string };

const setText = ({ id, run: { family, text }, x, baseline, size, after = '' }: SetText): string => {
  const point = `x="${formatNumber(x)}" y="${formatNumber(baseline)}" font-size="${formatNumber(size)}"`;
  return `<text id="t${id}" ${point} font-family="${family}" xml:space="preserve">${escapeText(text)}${after}</text>`;
};

const readGroups = (texts: readonly string[]): ReadonlyMap<number, string> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1">${texts.join('')}</svg>`;
  const groups = new Map<number, string>();
  for (const group of new Resvg(svg, { font: FONT }).toString().split('<g id="t').slice(1)) {
    const id = parseInt(group, 10);
    groups.set(id, (groups.get(id) ?? '') + group);
  }
  return groups;
};

const FONT = { loadSystemFonts: false, fontFiles: listFontFiles() };

// A sign has replaced the characters that XML 1.0, section 2.2 forbids.
const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
