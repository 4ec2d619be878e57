import { Resvg } from '@resvg/resvg-js';
import { listFontFiles } from '../../../platform/fonts/house-fonts.ts';
import type { Run } from './arrange-line.ts';
import { formatNumber } from '@field-inspection/drawing';

/** A run at its place; `after` is our own markup behind it. */
export type SetText = { id: number; run: Run; x: number; baseline: number; size: number; after?: string };

export const setText = ({ id, run: { family, text }, x, baseline, size, after = '' }: SetText): string => {
  const point = `x="${formatNumber(x)}" y="${formatNumber(baseline)}" font-size="${formatNumber(size)}"`;
  return `<text id="t${id}" ${point} font-family="${family}" xml:space="preserve">${escapeText(text)}${after}</text>`;
};

/** Has resvg outline texts, and gives the markup of the outlines for each id, in the order of the texts. */
export const readGroups = (texts: readonly string[]): ReadonlyMap<number, string> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1">${texts.join('')}</svg>`;
  const groups = new Map<number, string>();
  for (const group of new Resvg(svg, { font: FONT }).toString().split('<g id="t').slice(1)) {
    const id = parseInt(group, 10);
    groups.set(id, (groups.get(id) ?? '') + group);
  }
  return groups;
};

const FONT = { loadSystemFonts: false, fontFiles: listFontFiles() };

// Characters that XML 1.0, section 2.2 forbids were replaced by a sign before.
const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
