import { expect, test } from 'vitest';
import { chooseText } from './shots.ts';

test.each([
  ['of the locale', { en: 'Roof', de: 'Dach' }, 'Dach'],
  ['in English', { en: 'Roof', fr: 'Toit' }, 'Roof'],
  ['that there is', { fr: 'Toit', it: 'Tetto' }, 'Toit'],
  ['that is empty', {}, ''],
])('who reads German gets the text %s', (_, texts, expected) => {
  expect(chooseText(texts as Record<string, string>, 'de')).toBe(expected);
});
