import { toPlainLines } from './to-plain-lines.ts';

/** A value for a subject, a sentence or an SMS: a name with a line break can't start a line of its own. */
export const toSingleLine = (text: string): string =>
  toPlainLines(text).join(' ').replace(/\s+/gu, ' ').trim();
