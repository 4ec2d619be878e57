import type { Run } from './arrange-line.ts';
import { readGroups, setText, type SetText } from './set-texts.ts';

/**
 * Measures the advance of each run, in ems. resvg does not give it, so a bar in another colour is set behind each run
 * and looked for.
 */
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
