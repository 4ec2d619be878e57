import { z } from 'zod';

/**
 * A string that PostgreSQL can hold: no U+0000, no lone surrogate.
 *
 * @param maxLength the longest value taken, in Unicode code points, as JSON Schema and PostgreSQL count
 * @example
 * text(1).safeParse('\u{1f3e0}').success; // true: one house, though two UTF-16 units
 * text(3).safeParse('a\u0000').success; // false
 */
export const text = (maxLength: number) =>
  z.string().max(maxLength).refine(isStorable, 'must not contain U+0000 or a lone surrogate');

const isStorable = (value: string) => !value.includes('\u0000') && value.isWellFormed();
