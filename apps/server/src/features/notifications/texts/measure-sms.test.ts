import { expect, test } from 'vitest';
import { measureSms } from './message-text-routes.ts';

test.each([
  ['', 'gsm7', 1],
  ['a'.repeat(160), 'gsm7', 1],
  ['a'.repeat(161), 'gsm7', 2],
  ['a'.repeat(306), 'gsm7', 2],
  ['a'.repeat(307), 'gsm7', 3],
  // Each takes the room of two.
  ['€'.repeat(80), 'gsm7', 1],
  ['€'.repeat(81), 'gsm7', 2],
  // 153 is odd: the 77th does not fit whole into the first.
  ['€'.repeat(153), 'gsm7', 3],
  ['Ä\nö ñ@{}', 'gsm7', 1],
  [`ç${'a'.repeat(69)}`, 'ucs2', 1],
  [`ç${'a'.repeat(70)}`, 'ucs2', 2],
  ['я'.repeat(134), 'ucs2', 2],
  ['я'.repeat(135), 'ucs2', 3],
  ['👷'.repeat(35), 'ucs2', 1],
  // 67 is odd: the 34th does not fit whole into the first.
  ['👷'.repeat(67), 'ucs2', 3],
] as const)('%j is %s of %d', (text, encoding, parts) => {
  expect(measureSms(text)).toEqual({ text, encoding, parts });
});
