import { expect, test } from 'vitest';
import { z } from 'zod';
import { pairs } from './pairs.ts';
import './say-issue.ts';

const Word = z.string().regex(/^[a-z]{1,3}$/, 'must be a word');
const theirs = z.record(Word, z.int()).meta({ description: 'Some' });
const ours = pairs(z.record(Word, z.int()), 3).meta({ description: 'Some' });

test('is a record with its checks, of the same JSON Schema', () => {
  expect(z.toJSONSchema(ours)).toEqual(z.toJSONSchema(theirs));
  for (const given of [{}, { a: 1 }, { a: 'x', '1': 1 }, { a: 1, b: 2, c: 3 }, [], 'a', null, undefined])
    expect(ours.safeParse(given)).toEqual(theirs.safeParse(given));
});

test('counts its pairs before it judges any of them', () => {
  let asked = 0;
  const counting = z.any().refine(() => (asked += 1) > 0);
  const record = pairs(z.record(z.string(), counting), 2).refine(() => false, 'is never right');
  const { error } = record.safeParse(Object.fromEntries(Array.from({ length: 19_000 }, (_, at) => [at, at])));
  expect(error?.issues.map(({ path, code, message }) => [path, code, message])).toEqual([
    [[], 'custom', 'must have at most 2 pairs'],
  ]);
  expect(asked).toBe(0);
});

test('of keys that are listed names those that are not, as long as there may be so many', () => {
  const record = pairs(z.partialRecord(z.enum(['a', 'b']), z.int()), 2);
  expect(record.safeParse({ a: 1, c: 2 }).error?.issues).toMatchObject([
    { code: 'unrecognized_keys', keys: ['c'] },
  ]);
  expect(record.safeParse({ a: 1 }).data).toEqual({ a: 1 });
});
