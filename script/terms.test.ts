import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCALES, type LocaleCode } from '../packages/contract/src/vocabulary.ts';
import { type Term, TERMS } from './terms.ts';

const ROOT = path.join(import.meta.dirname, '..');
const FOLDERS = globSync('apps/*/src/**/catalogues', { cwd: ROOT });

const read = (folder: string, locale: LocaleCode): Record<string, string> =>
  JSON.parse(readFileSync(path.join(ROOT, folder, `${locale}.json`), 'utf8')) as Record<string, string>;

const list = Object.entries(TERMS) as [string, Term][];

/** Names the faults of a text: the word that it lacks, or must not have. */
const findFaults = (english: string, whole: string, locale: LocaleCode): string[] => {
  // An argument's name is no text, and a form of a plural is.
  const text = whole.replaceAll(/(?<!\b(?:one|few|many|other|=\d) )\{\w+\}/g, '');
  return list.flatMap(([thing, term]) => {
    const [word, forms, refused] = term.words[locale];
    const wrong = refused?.exec(text)?.[0];
    if (wrong !== undefined) return [`"${wrong}" for ${thing}, which is "${word}"`];
    return term.english.test(english) && !forms.test(text) ? [`no "${word}" for ${thing}`] : [];
  });
};

describe.each([...LOCALES])('the texts in %s', (locale) => {
  it.each(FOLDERS)('have one word for each thing: %s', (folder) => {
    const [english, texts] = [read(folder, 'en'), read(folder, locale)];
    const faults = Object.entries(texts).flatMap(([key, text]) =>
      findFaults(english[key]!, text, locale).map((fault) => `${folder}/${locale}.json, ${key}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it('use each of the words', () => {
    const texts = FOLDERS.flatMap((folder) => Object.values(read(folder, locale)));
    for (const [thing, { words }] of list) {
      expect(
        texts.some((text) => words[locale][1].test(text)),
        thing,
      ).toBe(true);
    }
  });
});

it('a text with another word for a thing is found, and so is one without any', () => {
  expect(FOLDERS.length).toBeGreaterThan(6);
  expect(findFaults('Take a photo', 'Pořídit fotku', 'cs')).toEqual([
    '"fotk" for photo, which is "fotografie"',
  ]);
  expect(findFaults('Download the report', 'Λήψη της αναφοράς', 'el')).toEqual(['no "έκθεση" for report']);
  expect(findFaults('Download the report', 'Λήψη της έκθεσης', 'el')).toEqual([]);
});

it('the glossary shows the words', () => {
  const glossary = readFileSync(path.join(ROOT, 'docs/glossary.md'), 'utf8');
  const rows = glossary.split('## One word a thing')[1]!.match(/^\|.+\|$/gm)!;
  const [head, , ...body] = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  expect(head).toEqual(['', ...list.map(([thing]) => thing)]);
  expect(body).toEqual(LOCALES.map((locale) => [locale, ...list.map(([, { words }]) => words[locale][0])]));
});
