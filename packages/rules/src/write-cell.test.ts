import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writeCell } from './write-cell.ts';

it.each([
  ['=1+1', `"'=1+1"`],
  ['+41 44 123', `"'+41 44 123"`],
  ['-2', `"'-2"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1+1', `"'\t'=1+1"`],
  ['\r=1+1', `"'\r'=1+1"`],
  ['\n=1+1', `"'\n'=1+1"`],
  ['a\n=1+1\r\n=2\r=3', `"a\n'=1+1\r\n'=2\r'=3"`],
  ['a\r\n @SUM(A1)', `"a\r\n' @SUM(A1)"`],
  ['a\n"=1', `"a\n'""=1"`],
  ['\tplain', `"'\tplain"`],
  ['  =1+1', `"'  =1+1"`],
  ['\u00A0=1+1', `"'\u00A0=1+1"`],
  ['\u200B=1+1', `"'\u200B=1+1"`],
  ['\uFEFF=1+1', `"'\uFEFF=1+1"`],
  ['\u0001=1+1', `"'\u0001=1+1"`],
  ['＝1+1', `"'＝1+1"`],
  ['＋1', `"'＋1"`],
  ['－1', `"'－1"`],
  ['＠SUM(A1)', `"'＠SUM(A1)"`],
  ['|calc', `"'|calc"`],
  ['｜calc', `"'｜calc"`],
  ['％0A', `"'％0A"`],
  [`;=cmd|'/C calc'!A0;`, `";'=cmd|'/C calc'!A0;"`],
  ['Roof; =1+1', `"Roof;' =1+1"`],
  ['Roof\t=1+1', `"Roof\t'=1+1"`],
  ['a";=1+1;"', `"a"";'=1+1;"""`],
  [';"=1', `";'""=1"`],
  [`'=1`, `"''=1"`],
  [`'quoted'`, `"''quoted'"`],
  ['%0A=1', `"'%0A=1"`],
  [`=HYPERLINK("http://x.example","click")`, `"'=HYPERLINK(""http://x.example"",""click"")"`],
  [`=cmd|'/C calc'!A0`, `"'=cmd|'/C calc'!A0"`],
])('what a spreadsheet would take for a formula is text: %j', (value, cell) => {
  expect(writeCell(value)).toBe(cell);
});

it.each([
  ['Roof,=1+1', `"Roof,'=1+1"`],
  [',"=1', `",'""=1"`],
  ['a, +41 44', `"a,' +41 44"`],
  ['a;=1\t=2\n=3,=4', `"a;'=1\t'=2\n'=3,'=4"`],
])('in a file of semicolons or tabs a comma separates as well: %j', (value, cell) => {
  expect([writeCell(value, ';'), writeCell(value, '\t')]).toEqual([cell, cell]);
});

it.each([
  ['', '""'],
  ['Roof, north side', '"Roof, north side"'],
  ['first\r\nsecond', '"first\r\nsecond"'],
  ['2026-11-20T14:30:00.000Z', '"2026-11-20T14:30:00.000Z"'],
  [`it's; a roof`, `"it's; a roof"`],
  ['Dächer 🏠', '"Dächer 🏠"'],
])('all else stands as it is, in quotes that nothing in it ends: %j', (value, cell) => {
  expect(writeCell(value)).toBe(cell);
});

it('loses nothing: without one apostrophe at the beginning of each part it is what was written', () => {
  const pieces = fc.array(fc.constantFrom('=', "'", ';', '\t', '\r', '\n', 'a', '"', ' ', '+'), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(pieces, (texts) => {
      const value = texts.join('');
      const cell = writeCell(value).slice(1, -1).replaceAll('""', '"');
      const read = cell.split(/([;\t\r\n])/).map((part) => part.replace(/^'/, ''));
      expect(read.join('')).toBe(value);
    }),
  );
});

it('a program that cuts at semicolons, tabs and the ends of lines, quoted or not, finds no cell that begins like a formula', () => {
  const pieces = fc.array(fc.constantFrom('=', '+', '@', ';', '\t', '\r', '\n', 'a', '"', ' '), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(pieces, (texts) => {
      const cells = writeCell(texts.join('')).split(/[;\t\r\n]/);
      expect(cells.filter((cell) => /^[\s"]*[=+@]/.test(cell))).toEqual([]);
    }),
  );
});
