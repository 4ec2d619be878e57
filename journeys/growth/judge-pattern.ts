import { checkSync } from 'recheck';
import { measureGrowth } from './measure-growth.ts';

// The checker's default runs other programs; this one is JavaScript within this process.
process.env['RECHECK_BACKEND'] = 'pure';

/** Time for the checker. A pattern without a verdict by then counts as not linear. */
const GIVE_UP_MS = 120_000;

/** Attacks are bounded by steps: by time, a loaded machine would make them look expensive. */
const IN_STEPS = { attackTimeout: GIVE_UP_MS, incubationTimeout: GIVE_UP_MS };

const LARGEST = 2 ** 16;

export type Expression = { source: string; flags: string };

/** A pattern without an endless repetition looks at a bounded number of characters from each position. */
export const repeats = ({ source }: Expression): boolean =>
  /[*+]|\{\d+,\}/.test(source.replaceAll(/\\.|\[(?:\\.|[^\\\]])*\]/g, ''));

/** Gives the checker's complaint about a pattern that is not shown to be linear; undefined for a linear one. */
export const checkPattern = ({ source, flags }: Expression): string | undefined => {
  const found = checkSync(source, flags, { ...IN_STEPS, timeout: GIVE_UP_MS });
  if (found.status === 'safe') return undefined;
  return found.status === 'vulnerable' ? found.complexity.summary : found.error.kind;
};

/** Times a pattern over repeated marks, and over repetitions of how the pattern begins, with each end. */
export const runPattern = async ({ source, flags }: Expression): Promise<string | undefined> => {
  const begins = beginOf(source);
  const units = new Set(MARKS.flatMap((mark) => [mark, begins + mark]));
  for (const unit of units) {
    for (const end of ENDS) {
      const fault = await measureGrowth({
        name: JSON.stringify(unit + end),
        make: (size) => `${begins}${unit.repeat(Math.ceil(size / unit.length))}${end}`,
        handle: (text) => new RegExp(source, flags).test(text),
        largest: LARGEST,
      });
      if (fault) return fault;
    }
  }
  return undefined;
};

const MARKS = [
  'a',
  'Z',
  '0',
  ' ',
  '\n',
  '.',
  '-',
  '_',
  '/',
  '@',
  ':',
  ',',
  '"',
  '<',
  '(',
  '{',
  '\\',
  'é',
  '\u200b',
  '🏠',
];

/** The pattern fails to match at one of these ends. */
const ENDS = ['', '\0', ')', '!'];

const beginOf = (source: string): string =>
  /^(?:[^\\^$.|?*+()[\]{}]|\\[^\w])*/.exec(source.replace(/^\^/, ''))![0].replaceAll('\\', '');
