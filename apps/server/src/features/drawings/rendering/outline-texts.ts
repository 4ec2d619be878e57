import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import { formatNumber } from './format-number.ts';

/** The font's own, in ems. */
export const LINE_HEIGHT = 1.362;
const ASCENT = 1.069;

/** A text of one line or more; x and y are its upper left corner, `size` the height of its letters' box. */
export type PlacedText = { text: string; x: number; y: number; size: number };

/**
 * The outlines of texts as path data, one for each. Text leaves the program only as outlines: it looks the same
 * everywhere, needs no font where it is seen, and nothing that a person wrote can be markup there. A character
 * that the font (Latin, Greek, Cyrillic) lacks is a box. All texts go into one call, since resvg loads the font
 * in each.
 */
export const outlineTexts = (texts: readonly PlacedText[]): string[] => {
  if (texts.length === 0) return [];
  const body = texts.flatMap(writeLines).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1">${body}</svg>`;
  const outlines = readOutlines(new Resvg(svg, { font: FONT }).toString());
  return texts.map((_, index) => outlines.get(index) ?? '');
};

const FONT = {
  loadSystemFonts: false,
  fontFiles: [
    createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  ],
  defaultFontFamily: 'Noto Sans',
};

const writeLines = ({ text, x, y, size }: PlacedText, index: number): string[] =>
  text.split(/\r\n|[\n\r\u2028\u2029]/).map((line, row) => {
    const baseline = formatNumber(y + size * (ASCENT + row * LINE_HEIGHT));
    const place = `x="${formatNumber(x)}" y="${baseline}" font-size="${formatNumber(size)}"`;
    return `<text id="t${index}" ${place} xml:space="preserve">${escapeText(line)}</text>`;
  });

// What XML 1.0, section 2.2 can't hold, even escaped, becomes U+FFFD.
const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Reads the SVG that resvg wrote: for each line a group with the text's id, and the glyphs' paths within. */
const readOutlines = (svg: string): Map<number, string> => {
  const outlines = new Map<number, string>();
  for (const group of svg.split('<g id="t').slice(1)) {
    const index = parseInt(group, 10);
    outlines.set(index, (outlines.get(index) ?? '') + readPaths(group));
  }
  return outlines;
};

const readPaths = (group: string): string =>
  [...group.matchAll(/ d="([^"]*)"/g)]
    .map(([, data = '']) => data.replace(/-?\d[\d.e-]*/g, (number) => formatNumber(Number(number))))
    .join('')
    .replace(/ ?([A-Z]) ?/g, '$1');
