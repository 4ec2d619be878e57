import { expect, test } from 'vitest';
import { z } from 'zod';
import { text } from '../shapes/text.ts';
import { findLaxNumbers, findLaxStrings } from './find-lax-strings.ts';

test('finds the string that takes what PostgreSQL can not hold, however deep it is', () => {
  const schema = z.strictObject({
    safe: text(10),
    lax: z.string(),
    list: z.array(z.strictObject({ lax: z.string().optional() })).nullish(),
    either: z.union([z.literal(''), z.strictObject({ lax: z.string() })]),
  });
  expect(findLaxStrings(schema)).toEqual(['lax', 'list.0.lax', 'either.lax']);
});

test('finds a lone surrogate that gets through where U+0000 does not', () => {
  expect(findLaxStrings(z.object({ lax: z.string().refine((value) => !value.includes('\u0000')) }))).toEqual([
    'lax',
  ]);
});

test('finds the number without bounds, and passes over one that counts whole things', () => {
  const schema = z.object({ lax: z.number(), whole: z.int(), share: z.number().max(10).min(0) });
  expect(findLaxNumbers(schema)).toEqual(['lax']);
});

test('refuses to pass over a kind of schema that it can not fill', () => {
  expect(() => findLaxStrings(z.object({ when: z.date() }))).toThrow('No sample fits a schema of type date');
});
