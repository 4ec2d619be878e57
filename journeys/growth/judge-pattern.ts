import { checkSync } from 'recheck';
import { measureGrowth } from './measure-growth.ts';

// The checker runs in JavaScript, within this process: its others are programs of their own.
process.env['RECHECK_BACKEND'] = 'pure';

/** The time for the checker: one that has not ended by then has shown nothing. */
const GIVE_UP_MS = 120_000;

/** Settings that bound attacks by their steps: by time, a loaded machine would make them look expensive. */
const IN_STEPS = { attackTimeout: GIVE_UP_MS, incubationTimeout: GIVE_UP_MS };

/** The largest size: work with a quadratic cost is found long before. */
const LARGEST = 2 ** 16;

export type Expression = { source: string; flags: string };

/**
 * Tells whether an expression has a repetition without end: otherwise it looks at so many characters from each position,
 * and no more.
 */
export const repeats = ({ source }: Expression): boolean =>
  /[*+]|\{\d+,\}/.test(source.replaceAll(/\\.|\[(?:\\.|[^\\\]])*\]/g, ''));

/** Gives the checker's complaint of an expression that is not linear, or not shown to be; undefined where it is. */
export const checkPattern = ({ source, flags }: Expression): string | undefined => {
  const found = checkSync(source, flags, { ...IN_STEPS, timeout: GIVE_UP_MS });
  if (found.status === 'safe') return undefined;
  return found.status === 'vulnerable' ? found.complexity.summary : found.error.kind;
};

/**
 * Explains how the time of an expression grows too fast, over a mark and over what begins as it asks for, whatever
 * comes at the end.
 */
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

/** Ends of a text: an expression fails at the end with one of them. */
const ENDS = ['', '\0', ')', '!'];

/** Gives the letters that an expression begins with, as far as they are told one by one. */
const beginOf = (source: string): string =>
  /^(?:[^\\^$.|?*+()[\]{}]|\\[^\w])*/.exec(source.replace(/^\^/, ''))![0].replaceAll('\\', '');
