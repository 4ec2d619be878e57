import { z } from 'zod';

/**
 * A string that PostgreSQL can hold: no U+0000, no lone surrogate.
 *
 * @param maxLength the longest value taken, in UTF-16 code units
 * @example
 * text(3).safeParse('\u{1f3e0}').success; // true: one house, two code units
 * text(3).safeParse('a\u0000').success; // false
 */
export const text = (maxLength: number) =>
  z.string().max(maxLength).refine(isStorable, 'must not contain U+0000 or a lone surrogate');

const isStorable = (value: string) => !value.includes('\u0000') && value.isWellFormed();
