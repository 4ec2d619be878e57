import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPlainLines, toSingleLine } from './to-plain-lines.ts';

describe('toPlainLines', () => {
  it('keeps paragraphs, whatever the line ends, without empty ones around them', () => {
    expect(toPlainLines('\r\n\nroof\r\n\r\ncellar  \u2028attic\n')).toEqual(['roof', '', 'cellar', 'attic']);
  });

  it('drops what would turn an address around or hide in it', () => {
    expect(toPlainLines('bank\u202egro.elpmaxe\u2066\u200b!')).toEqual(['bankgro.elpmaxe!']);
  });

  it('keeps every script and an emoji joined of several', () => {
    const text = 'Dach, στέγη, покрив, 屋根, גג 👩‍🔧';
    expect(toPlainLines(text)).toEqual([text]);
  });

  it('leaves no control character and no line break in a line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const line of toPlainLines(text)) expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
    );
  });
});

describe('toSingleLine', () => {
  it('makes one line of several', () => {
    expect(toSingleLine(' Anna\r\n\tMaria\u2029 ')).toBe('Anna Maria');
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(toSingleLine(toSingleLine(text))).toBe(toSingleLine(text));
      }),
    );
  });
});
