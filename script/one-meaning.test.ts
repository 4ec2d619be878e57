import { Linter } from 'eslint';
import { expect, it } from 'vitest';
import { oneMeaning } from './one-meaning.ts';

const faultsOf = (code: string, allow: string[] = []): string[] =>
  new Linter()
    .verify(code, {
      plugins: { words: { rules: { 'one-meaning': oneMeaning } } },
      rules: { 'words/one-meaning': ['error', { allow }] },
    })
    .map(({ message }) => message);

it.each([
  ['const place = 1', 'place: Say location'],
  ['const keepsPlace = true', 'keepsPlace: Say location'],
  ['class NoPlaceError extends Error {}', 'NoPlaceError: Say location'],
  ['function takeRoom() {}', 'takeRoom: A room is'],
  ['const writeOutcome = () => {}', 'writeOutcome: An outcome is'],
])(
  'a name by a noun that means something else is refused, with the words to choose from: %s',
  (code, words) => {
    expect(faultsOf(code)).toEqual([expect.stringContaining(words)]);
  },
);

it.each(['const placeSample = 1', 'const replaceKey = 1', 'const Placed = 1', 'const outcome = 1'])(
  'a verb, and a noun in its one meaning, is not: %s',
  (code) => {
    expect(faultsOf(code)).toEqual([]);
  },
);

it('a noun is allowed in the folder whose meaning it has', () => {
  expect(faultsOf('const room = 1', ['room'])).toEqual([]);
});
