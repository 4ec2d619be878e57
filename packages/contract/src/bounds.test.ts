import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { listRoutes } from './list-routes.ts';
import { list } from './shapes/list.ts';
import { pairs } from './shapes/pairs.ts';
import { text, upTo } from './shapes/text.ts';
import { checksOf, listParts, listTaken, listUnbounded } from './testing/list-parts.ts';

const TAKEN = listRoutes().flatMap(({ resource, key, route }) =>
  listTaken(route).map((taken) => ({ name: `${taken.part} of ${resource}.${key}`, ...taken })),
);

test('each string of the contract has a length that ends its judgement, and each list and each record a size that is judged before its items', () => {
  expect(TAKEN.length).toBeGreaterThan(150);
  const lax = TAKEN.flatMap(({ name, schema }) => listUnbounded(schema).map((path) => `${name}: ${path}`));
  expect(lax).toEqual([]);
});

test('each string of the contract that is too long is told nothing but that', () => {
  const long = 'a'.repeat(2 ** 21);
  const strings = TAKEN.flatMap(({ schema }) =>
    listParts(schema).flatMap((part) => (part.schema instanceof z.ZodString ? [part.schema] : [])),
  );
  expect(strings.length).toBeGreaterThan(200);
  const capped = strings.filter((schema) => checksOf(schema)[0]?._zod.def.check === 'max_length');
  expect(capped.length).toBeGreaterThan(100);
  for (const schema of strings) expect(schema.safeParse(long).error?.issues).toHaveLength(1);
  for (const schema of capped) expect(schema.safeParse(long).error?.issues[0]?.code).toBe('too_big');
});

describe('the law of bounds', () => {
  test.each<[string, z.ZodType]>([
    ['a string without a length', z.string()],
    ['one whose length is judged beside the rest', z.string().max(9)],
    ['one whose length comes last', z.string().regex(/a/).max(9, { abort: true })],
    ['an expression that takes any length', z.string().regex(/^a+$/)],
    ['an expression that takes as much as it likes', z.string().regex(/^a{1,}$/)],
    ['an expression that begins anywhere', z.string().regex(/a$/)],
    ['an expression that ends anywhere', z.string().regex(/^a/)],
    ['an expression that begins anywhere in one of its forms', z.string().regex(/^a|b$/)],
    [
      'an expression whose failure ends nothing',
      z
        .string()
        .regex(/^a$/)
        .refine(() => true),
    ],
    ['an address without a length', z.email()],
    ['a date without a length', z.iso.datetime({ abort: true })],
    ['a list of any length', z.array(z.boolean())],
    [
      'a list whose items are judged first',
      z
        .array(z.boolean())
        .refine(() => true)
        .max(9),
    ],
    ['a list of ours of any length', list(z.boolean())],
    ['a record', z.record(z.enum(['a']), z.boolean())],
    [
      'a string in all that may hold one',
      z.strictObject({ a: z.array(z.union([z.tuple([z.string()]), z.literal(1)]).optional()).max(2) }),
    ],
    ['a key of a record', pairs(z.record(z.string(), z.boolean()), 9)],
    ['what becomes of a string', z.string().transform(Number)],
  ])('finds %s', (_, schema) => {
    expect(listUnbounded(z.strictObject({ it: schema }))).toEqual([expect.stringMatching(/^it/)]);
  });

  test.each<[string, z.ZodType]>([
    ['a string of a length', upTo(9).regex(/a+$/)],
    ['a text', text(9).min(1)],
    ['an expression that takes so many', z.string().regex(/^[a+*]{1,3}\+?$/)],
    ['an id', z.uuid()],
    ['a list of a length', list(upTo(1)).min(1).max(9)],
    ['a pair', list(z.int()).length(2)],
    ['a record of so many pairs', pairs(z.record(upTo(9), z.boolean()), 9)],
    ['what becomes of a string', z.string().regex(/^\d$/).transform(Number).pipe(z.int()).default(1)],
  ])('takes %s', (_, schema) => {
    expect(listUnbounded(z.strictObject({ it: schema }))).toEqual([]);
  });

  test('refuses to pass over a kind of schema that it does not know', () => {
    expect(() => listUnbounded(z.strictObject({ it: z.unknown() }))).toThrow('of type unknown');
  });
});
