import { upTo } from '../shapes/text.ts';
import { z } from 'zod';

/** Longer than any that a language prints: the exact value of a double has at most 1 075 digits behind its point. */
const MAX_LENGTH = 1_100;

/**
 * A decimal number that arrives as text, in a query or a header, as any language prints one: with as many digits as it
 * has, with an exponent, with a sign; a plus that a query holds as it is arrives as a space. It is rounded first, and
 * judged then: `90.00000000000001`, which a formula makes of 90, is 90. What is no decimal, such as `0x10`, and what is
 * not finite is refused.
 *
 * @param bounds the least and the most value taken, and how many decimal places are kept
 * @example
 * decimal({ minimum: -90, maximum: 90, places: 7 }).parse('45.458333333333336'); // 45.4583333
 * decimal({ minimum: -90, maximum: 90, places: 7 }).parse('1e-7'); // 0.0000001
 */
export const decimal = ({ minimum, maximum, places }: { minimum: number; maximum: number; places: number }) =>
  upTo(MAX_LENGTH)
    .regex(/^[+ -]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/, 'must be a decimal number')
    .transform((text) => round(Number(text), places))
    .pipe(z.number().min(minimum).max(maximum))
    // Text becomes a number here; the document says number.
    .meta({ type: 'number', minimum, maximum });

const round = (value: number, places: number): number => {
  const scaled = Math.round(value * 10 ** places);
  // A number that is too large for that is out of all bounds. A zero has no sign.
  return Number.isSafeInteger(scaled) ? scaled / 10 ** places + 0 : value;
};
