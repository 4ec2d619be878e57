import { expect, test } from 'vitest';
import { formatSample, listArguments, listMissingForms } from './inspect-text.ts';

test('a plural without the few of Polish is noticed', () => {
  expect(listMissingForms('pl', '{n, plural, one {a} many {b} other {c}}')).toEqual(['few']);
});

test('an apostrophe that makes an argument a literal is noticed', () => {
  expect(listArguments('fr', "l'{organisation}")).toEqual([]);
});

test('a sample has the count in its plurals and a word for every other value', () => {
  expect(formatSample('en', '{n, plural, one {# file} other {# files}} of {name}', 2)).toBe(
    '2 files of sample name',
  );
});
