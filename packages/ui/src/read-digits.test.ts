import { expect, it } from 'vitest';
import { readDigits } from './read-digits.ts';

it.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['１２３４５６', '123456'],
  ['Code: 12-34-56-78', '123456'],
  ['abc', ''],
])('%j is the code %j', (text, code) => {
  expect(readDigits(text, 6)).toBe(code);
});
