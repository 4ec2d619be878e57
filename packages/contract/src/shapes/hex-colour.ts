import { z } from 'zod';

/**
 * Red, green and blue.
 *
 * @example
 * HexColour.safeParse('#d92d20').success; // true
 */
export const HexColour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/, 'must be six hexadecimal digits in lower case after a #, such as #d92d20');
