import { describe, expect, it } from 'vitest';

import type { Cursor } from './cursor.ts';
import { equalValues } from './equal-values.ts';
import { isOfType } from './pdf-value.ts';
import { openBudget } from '../step-budget.ts';
import { readValue } from './read-value.ts';

const open = (text: string): Cursor => ({
  bytes: Buffer.from(text, 'latin1'),
  place: 'revision 1',
  budget: openBudget(),
  at: 0,
});
const read = (text: string) => readValue(open(text));
const name = (text: string) => ({ type: 'name', name: text });
const bytesOf = (text: string) => {
  const value = read(text);
  return isOfType(value, 'string') ? Buffer.from(value.bytes).toString('latin1') : undefined;
};

describe('a value of a PDF', () => {
  it.each([
    ['true ', true],
    ['null ', null],
    ['-12.50 ', -12.5],
    ['+7 ', 7],
    ['.5 ', 0.5],
    ['4. ', 4],
    ['/Name ', name('Name')],
    ['/A#20B ', name('A B')],
    ['/ ', name('')],
    ['12 0 R ', { type: 'reference', number: 12 }],
    ['[1 0 R 2 3]', [{ type: 'reference', number: 1 }, 2, 3]],
    ['[1 2 3]', [1, 2, 3]],
    ['[/A/B(c)<64>]', [name('A'), name('B'), expect.anything(), expect.anything()]],
    [
      '<</A 1/B[]>>',
      {
        type: 'dictionary',
        entries: new Map<string, unknown>([
          ['A', 1],
          ['B', []],
        ]),
      },
    ],
  ])('is read: %s', (text, value) => {
    expect(read(text)).toEqual(value);
  });

  it.each([
    ['(plain)', 'plain'],
    ['(a (nested) one)', 'a (nested) one'],
    ['(\\(\\)\\\\)', '()\\'],
    ['(\\101\\7\\0)', 'A\x07\0'],
    ['(one \\\r\nline)', 'one line'],
    ['(two\r\nlines)', 'two\nlines'],
    ['<48656C6C6F>', 'Hello'],
    ['<>', ''],
  ])('is a string, whatever its spelling: %s', (text, bytes) => {
    expect(bytesOf(text)).toBe(bytes);
  });

  it('is the same in another spelling', () => {
    expect(equalValues(read('<</A(x)/B[1 2.0]>>'), read('<< /B [1.0 2] /A <78> >>'))).toBe(true);
    expect(equalValues(read('<</A(x)>>'), read('<</A(x)/B null>>'))).toBe(false);
    expect(equalValues(read('/x '), read('(x)'))).toBe(false);
    expect(equalValues(read('1 0 R '), read('2 0 R '))).toBe(false);
    expect(equalValues(read('[]'), read('<<>>'))).toBe(false);
    expect(equalValues(undefined, read('null '))).toBe(false);
  });

  it.each([
    ['a word that is unknown', 'maybe '],
    ['a number with two signs', '--1 '],
    ['a number in another base', '16#F '],
    ['a comment', '[1 % 2\n]'],
    ['an odd number of digits', '<123>'],
    ['digits of both cases', '<aB>'],
    ['a string without an end', '(a'],
    ['an unknown escape', '(\\x)'],
    ['a character beyond a byte', '(\\777)'],
    ['a list without an end', '[1'],
    ['a dictionary without an end', '<< /A 1'],
    ['a key that is no name', '<< (A) 1 >>'],
    ['a key without a value', '<< /A >>'],
    ['a key twice', '<< /A 1 /A 1 >>'],
    ['a name in a second spelling', '/#41 '],
    ['a name with half an escape', '/A#2 '],
    ['a name with a zero byte', '/A#00 '],
    ['an object 0', '0 0 R '],
    ['an object in a second spelling', '01 0 R '],
    ['nothing', ''],
    ['a zero byte for a space', '[1\x002]'],
  ])('malformed_pdf: %s', (_name, text) => {
    expect(() => read(text)).toThrowError(
      expect.objectContaining({
        fault: expect.objectContaining({ place: 'revision 1', code: 'malformed_pdf' }),
      }),
    );
  });
});
