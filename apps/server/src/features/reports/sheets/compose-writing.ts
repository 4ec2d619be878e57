import { findDirection, isolateLine, showLines } from '../../../platform/fonts/show-text.ts';
import type { Words } from '../words/write-words.ts';

export type Writing = {
  lines: { text: string; direction: 'ltr' | 'rtl' }[];
  note: string;
};

/** Lines on two pages. A text of 4000 characters can have 2000 lines, which would fill forty pages. */
const LINES_MAX = 100;
const LINE_SIGN = '¶';

/** After the first hundred lines the others run on, with a sign at the end of each. */
export const composeWriting = (text: string, { say }: Words): Writing => {
  const lines = showLines(text);
  if (lines.length <= LINES_MAX) return { lines: lines.map(direct), note: '' };
  const others = lines.slice(LINES_MAX).filter((line) => line !== '');
  const joined = {
    text: others.map(isolateLine).join(` ${LINE_SIGN} `),
    direction: findDirection(others[0] ?? ''),
  };
  return {
    lines: [...lines.slice(0, LINES_MAX).map(direct), joined],
    note: say('sign.line', { sign: LINE_SIGN }),
  };
};

const direct = (line: string) => ({ text: line, direction: findDirection(line) });
