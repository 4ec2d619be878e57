import { expect, it } from 'vitest';
import { pickLocale } from './pick-locale.ts';

it.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['ja, sv;q=0.4, pl;q=0.6', 'pl'],
  ['PT-br', 'pt'],
  ['fr;q=0, it', 'it'],
  ['en;q=0.5, cs', 'cs'],
  ['*', 'en'],
  ['zh-Hant', 'en'],
  ['de;q=x', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('of %j takes %s', (header, locale) => {
  expect(pickLocale(header)).toBe(locale);
});

it.each([
  ['pt-BR', 'pt'],
  ['de-AT', 'de'],
  ['PT', 'pt'],
  ['ja', 'it'],
  ['pt_BR', 'it'],
  ['', 'it'],
  [['de', 'fr'], 'it'],
  [undefined, 'it'],
])('asked for %j it takes %s, whatever the browser likes', (asked, locale) => {
  expect(pickLocale('it', asked)).toBe(locale);
});
