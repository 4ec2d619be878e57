import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findJsonFault, sayBrokenJson } from './find-json-fault.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test.each([
  ['{"a": 1,}', '1:9 a key in quotes'],
  ['{\n  "a": 1\n  "b": 2\n}', '3:3 a comma or }'],
  ['[1 2]', '1:4 a comma or ]'],
  ['[1,]', '1:4 a value'],
  ['[', '1:2 a value or ]'],
  ['{', '1:2 a key in quotes or }'],
  ["{'a': 1}", '1:2 a key in quotes or }'],
  ['{"a" 1}', '1:6 a colon'],
  ['{"a": }', '1:7 a value'],
  ['{"a": undefined}', '1:7 a value'],
  ['{"a": 01}', '1:8 a comma or }'],
  ['"abc', '1:5 the " that ends the string'],
  ['"a\nb"', '1:3 an escape in place of the control character'],
  ['"\\x"', '1:2 an escape that JSON has'],
  ['{} {}', '1:4 nothing more'],
  ['  ', '1:3 a value'],
  ['\ufeff{}', '1:1 a value'],
  ['{"a": [1, {"b": "c"]}', '1:20 a comma or }'],
])('%j stops being JSON there', (text, position) => {
  const { line, column, expected } = findJsonFault(text)!;
  expect(`${line}:${column} ${expected}`).toBe(position);
});

describe('finds a fault exactly where JSON.parse does', () => {
  test('in whatever JSON becomes when a piece of it is changed', () => {
    const mark = fc.constantFrom(
      '',
      ' ',
      '"',
      '\\',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '1',
      '-',
      't',
      '\n',
      '\u0001',
      'é',
    );
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.nat(3), mark, (json, position, length, piece) => {
        const at = position % (json.length + 1);
        const text = json.slice(0, at) + piece + json.slice(at + length);
        expect(findJsonFault(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 3000 },
    );
  });

  test('in a string of a megabyte, and in a hundred thousand lists', () => {
    const long = JSON.stringify('é\\"'.repeat(300_000));
    expect([findJsonFault(long), findJsonFault(long.slice(0, -1))?.expected]).toEqual([
      undefined,
      'the " that ends the string',
    ]);
    expect(findJsonFault('['.repeat(100_000))?.column).toBe(100_001);
  });
});

test('a byte order mark is named as what it is', () => {
  expect(sayBrokenJson('\ufeff{}')).toBe(
    'The body is not valid JSON: it begins with a byte order mark, which JSON does not have. Send it without.',
  );
});
