import { describe, expect, it } from 'vitest';
import { compileMessage } from './compile-message.ts';
import { formatMessage } from './format-message.ts';

const say = (text: string, values: Record<string, string | number>, tag = 'en-GB') =>
  formatMessage(JSON.parse(JSON.stringify(compileMessage(text, tag))), values, tag);

describe('compileMessage', () => {
  it('leaves a text without values as it is', () => {
    expect(compileMessage('Take a photo', 'en')).toBe('Take a photo');
  });

  it('makes parts of values and plurals, and nothing more', () => {
    expect(compileMessage('{name}: {n, plural, =0 {none} one {# photo} other {# photos}}', 'en')).toEqual([
      ['name'],
      ': ',
      ['n', { '=0': 'none', one: [0, ' photo'], other: [0, ' photos'] }],
    ]);
  });

  it.each(['{n, selectordinal, one {#st} other {#th}}', '{a, select, b {c} other {d}}', '{d, date}'])(
    'refuses what no text of a browser needs: %s',
    (text) => {
      expect(() => compileMessage(text, 'en')).toThrow('nothing else of ICU');
    },
  );

  it('refuses what is no message', () => {
    expect(() => compileMessage('{n, plural, one {a}', 'en')).toThrow(SyntaxError);
  });
});

describe('formatMessage', () => {
  it('takes values as they are: markup, braces and dollars are text', () => {
    expect(say('Hello <b>{name}</b>', { name: '<i>$& {n}</i>' })).toBe('Hello <b><i>$& {n}</i></b>');
  });

  it('takes the words for a certain count before those of its category', () => {
    const text = '{n, plural, =0 {none} one {# photo} other {# photos}}';
    expect([0, 1, 2].map((n) => say(text, { n }))).toEqual(['none', '1 photo', '2 photos']);
  });

  it('says which value is missing', () => {
    expect(() => say('Hello {name}', {})).toThrow('name');
  });

  it('writes counts as the language does', () => {
    expect(say('{n, plural, one {# Foto} other {# Fotos}}', { n: 12_000 }, 'de')).toBe('12.000 Fotos');
  });

  it.each([
    [
      'pl',
      'one {# plik} few {# pliki} many {# plików} other {# pliku}',
      { 1: '1 plik', 2: '2 pliki', 5: '5 plików', 12: '12 plików', 22: '22 pliki', 101: '101 plików' },
    ],
    [
      'cs',
      'one {# soubor} few {# soubory} many {# souboru} other {# souborů}',
      { 1: '1 soubor', 2: '2 soubory', 4: '4 soubory', 5: '5 souborů', 22: '22 souborů', 1.5: '1,5 souboru' },
    ],
    [
      'ro',
      'one {# fișier} few {# fișiere} other {# de fișiere}',
      { 0: '0 fișiere', 1: '1 fișier', 19: '19 fișiere', 20: '20 de fișiere', 101: '101 fișiere' },
    ],
    [
      'pt-PT',
      'one {# ficheiro} many {# de ficheiros} other {# ficheiros}',
      { 0: '0 ficheiros', 1: '1 ficheiro', 2: '2 ficheiros' },
    ],
  ])('chooses the plural forms of %s', (tag, forms, expected) => {
    for (const [count, text] of Object.entries(expected)) {
      expect(say(`{n, plural, ${forms}}`, { n: Number(count) }, tag)).toBe(text);
    }
  });
});
