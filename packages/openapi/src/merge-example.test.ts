import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeExample } from './merge-example.ts';

test('objects are merged at every depth, and what is not told stays', () => {
  const example = { id: '1', data: { status: 'open', ended_at: null } };
  expect(mergeExample(example, { data: { ended_at: 'now' } })).toEqual({
    id: '1',
    data: { status: 'open', ended_at: 'now' },
  });
});

test('a list, a null and a word are replaced', () => {
  expect(mergeExample({ a: [1, 2], b: { c: 1 }, d: null }, { a: [], b: null, d: { e: 1 } })).toEqual({
    a: [],
    b: null,
    d: { e: 1 },
  });
});

test('no story changes nothing, and a story told twice is told once', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (example, story) => {
      expect(mergeExample(example, undefined)).toEqual(example);
      const told = mergeExample(example, story);
      expect(mergeExample(told, story)).toEqual(told);
    }),
  );
});
