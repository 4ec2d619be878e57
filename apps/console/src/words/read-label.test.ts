import { expect, it } from 'vitest';
import { readLabel } from './read-label.ts';

it.each([
  [{ en: 'Roof', de: 'Dach' }, 'de', 'Dach'],
  [{ en: 'Roof', pt: 'Telhado' }, 'pt-PT', 'Telhado'],
  [{ en: 'Roof', de: 'Dach' }, 'it', 'Roof'],
  [{ de: 'Dach', fr: 'Toit' }, 'it', 'Dach'],
  [{}, 'it', ''],
])('of %j somebody who reads %s reads %j', (label, languageTag, read) => {
  expect(readLabel(label, languageTag)).toBe(read);
});
