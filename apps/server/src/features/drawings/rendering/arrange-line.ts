import createBidi from 'bidi-js';
import { FAMILY_NAMES, findFamily, hasFamily } from '../../../platform/fonts/house-fonts.ts';
import { findDirection, isAscii, segment, showSigns } from '../../../platform/fonts/show-text.ts';

export type Run = { family: string; text: string };

type LeveledRun = { family: number; level: number; text: string };

/**
 * As in reports, one sign stands for each character that no font has, and for each that turns a text around. A line
 * that begins in Hebrew or Arabic runs from right to left, as its writer saw it.
 */
export const arrangeLine = (line: string): Run[] => {
  const shown = showSigns(line.replace(/\t/g, '    '));
  if (isAscii(shown)) return [{ family: FAMILY_NAMES[0]!, text: shown }];
  const direction = findDirection(shown);
  const runs = splitRuns(shown, direction);
  const families = new Set(runs.map(({ family }) => family));
  if (families.size > 1) return orderRuns(runs).map(turnRun);
  const [family = 0] = families;
  const text = direction === 'rtl' ? `${RTL_ISOLATE}${shown}${END_OF_ISOLATE}` : shown;
  return [{ family: FAMILY_NAMES[family]!, text }];
};

const [RTL_ISOLATE, END_OF_ISOLATE] = ['\u2067', '\u2069'];
const [LTR_OVERRIDE, RTL_OVERRIDE, END_OF_OVERRIDE] = ['\u202d', '\u202e', '\u202c'];

// The package's types describe its ES module, but Node loads the CommonJS one.
const bidi = (createBidi as unknown as typeof createBidi.default)();

// Each font has digits and the commonest signs, so the font of the first letter is tried first.
const splitRuns = (line: string, direction: 'ltr' | 'rtl'): LeveledRun[] => {
  const { levels } = bidi.getEmbeddingLevels(line, direction);
  const preferred = Math.max(0, findFamily(line.match(/\p{L}/u)?.[0] ?? ' '));
  const runs: LeveledRun[] = [];
  let at = 0;
  for (const cluster of segment(line)) {
    const family = hasFamily(preferred, cluster) ? preferred : findFamily(cluster);
    const level = levels[at]!;
    at += cluster.length;
    const last = runs.at(-1);
    if (last?.family === family && last.level === level) last.text += cluster;
    else runs.push({ family, level, text: cluster });
  }
  return runs;
};

const orderRuns = (runs: LeveledRun[]): LeveledRun[] => {
  const ordered = [...runs];
  for (let level = Math.max(...runs.map((run) => run.level)); level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while (end < ordered.length && ordered[end]!.level >= level) end += 1;
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  }
  return ordered;
};

const turnRun = ({ family, level, text }: LeveledRun): Run => ({
  family: FAMILY_NAMES[family]!,
  text: `${level % 2 ? RTL_OVERRIDE : LTR_OVERRIDE}${text}${END_OF_OVERRIDE}`,
});
