import { upTo } from '../shapes/text.ts';
import { z } from 'zod';

/** Longer than any language prints: a double has at most 1 075 digits behind its point. */
const MAX_LENGTH = 1_100;

/**
 * A decimal number as text, in a query or a header, as any language prints it: with all digits, an exponent or a sign;
 * a raw plus of a query arrives as a space. It is rounded before it is judged: `90.00000000000001`, which a formula
 * makes of 90, is 90. Other texts, such as `0x10`, and infinite values are refused.
 *
 * @param bounds the least and the most value taken, and how many decimal places are kept
 * @example decimal({ minimum: -90, maximum: 90, places: 7 }).parse('45.458333333333336'); // 45.4583333
 * decimal({ minimum: -90, maximum: 90, places: 7 }).parse('1e-7'); // 0.0000001
 */
export const decimal = ({ minimum, maximum, places }: { minimum: number; maximum: number; places: number }) =>
  upTo(MAX_LENGTH)
    .regex(/^[+ -]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/, 'must be a decimal number')
    .transform((text) => round(Number(text), places))
    .pipe(z.number().min(minimum).max(maximum))
    // Text arrives here; the document says number.
    .meta({ type: 'number', minimum, maximum });

const round = (value: number, places: number): number => {
  const scaled = Math.round(value * 10 ** places);
  return Number.isSafeInteger(scaled) ? scaled / 10 ** places + 0 : value;
};
