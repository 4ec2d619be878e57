import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import '../contract.ts';
import { listRoutes } from '../list-routes.ts';
import { sampleSchema } from '../testing/sample-schema.ts';
import { Timestamp } from './timestamp.ts';

const wordsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message);
const Body = z.strictObject({ notes: z.string(), scheduled_for: z.string().optional() });

describe('an error teaches', () => {
  test.each([
    [
      '2026-11-20T14:30:00',
      'lacks its offset: end it with Z for UTC, or with one such as +01:00, as in 2026-11-20T14:30:00.000Z',
    ],
    ['2026-11-20', 'lacks its time and its offset, as in 2026-11-20T14:30:00.000Z'],
    [
      'tomorrow',
      'must be a date that exists with its time and offset, such as 2026-11-20T14:30:00.000Z or 2026-11-20T15:30:00+01:00',
    ],
  ])('a date that is %j is told what it lacks, with an example', (given, words) => {
    expect(wordsOf(Timestamp, given)).toContain(words);
  });

  test('of a key where the contract lists them it says which there are', () => {
    const schema = z.partialRecord(z.enum(['en', 'pt']), z.string());
    expect(wordsOf(schema, { 'pt-BR': 'O telhado' })).toEqual(['is not known here: must be one of en, pt']);
  });

  test.each([
    ['note', '; did you mean notes?'],
    ['Notes', '; did you mean notes?'],
    ['scheduledFor', '; did you mean scheduled_for?'],
    ['sheduled-for', '; did you mean scheduled_for?'],
    ['colour', ''],
    ['notes'.repeat(50), ''],
  ])('an unknown field %s is told which one may be meant', (name, hint) => {
    expect(wordsOf(Body, { notes: '', [name]: 1 })).toEqual([`is not known here${hint}`]);
  });

  test('each of several unknown fields has a line of its own', () => {
    expect(wordsOf(Body, { notes: '', note: 1, colour: 2 })).toEqual([
      'is not known here; did you mean notes?\nis not known here',
    ]);
  });

  test.each([
    [z.string(), undefined, 'is required'],
    [z.string(), null, 'must be a string, not null'],
    [z.string(), ['a'], 'must be a string, not a list'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.int(), '1', 'must be a number, not a string'],
    [z.int(), JSON.parse('1e400'), 'must be a finite number'],
    [z.number().max(90), JSON.parse('-1e400'), 'must be a finite number'],
    [z.boolean(), 'true', 'must be true or false, not a string'],
    [z.string().max(3), 'abcd', 'must have at most 3 characters'],
    [z.string().min(1), '', 'must not be empty'],
    [z.array(z.int()).length(2), [1], 'must have exactly 2 items'],
    [z.int().max(5), 6, 'must be at most 5'],
    [z.enum(['open', 'closed']), 'nope', 'must be one of open, closed'],
    [z.enum(['open', 'closed']), 'opn', 'must be one of open, closed; did you mean open?'],
    [z.enum(['photo', 'video']), 'foto', 'must be one of photo, video; did you mean photo?'],
    [z.literal('field'), 'x', 'must be field'],
    [z.uuid(), 'x', 'must be a UUID, such as 019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01'],
    [z.email(), 'x', 'must be an e-mail address, such as ada@example.com'],
    [z.union([z.literal(''), z.email()]), 'x', 'must be an e-mail address, such as ada@example.com'],
  ])('%#: a value of the wrong kind is told what it must be', (schema, given, words) => {
    expect(wordsOf(schema, given)).toEqual([words]);
  });
});

const POISONS = [
  undefined,
  null,
  true,
  7,
  -1,
  1.5,
  1e300,
  Infinity,
  '',
  ' ',
  'x',
  'no\0',
  '\ud800',
  'a'.repeat(5000),
  // String() fails on both: one's toString is no function, the other is nested too deep.
  { toString: 1, valueOf: 1 },
  JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as unknown,
  [],
  ['x', 'x'],
  [1],
  [[]],
  {},
  { x: 1 },
];

type Position = readonly string[];

const listPositions = (value: unknown, position: Position = []): Position[] =>
  typeof value === 'object' && value !== null
    ? [position, ...Object.entries(value).flatMap(([key, inner]) => listPositions(inner, [...position, key]))]
    : [position];

const replaceAt = (value: unknown, [key, ...rest]: Position, by: unknown): unknown => {
  if (key === undefined) return by;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = replaceAt(copy[key], rest, by);
  return copy;
};

const PARTS = listRoutes().flatMap(({ resource, key, route }) => {
  const headers = route.headers ? z.object(route.headers as z.ZodRawShape) : undefined;
  const parts = {
    query: route.query,
    headers,
    path: route.pathParams,
    body: 'body' in route ? route.body : undefined,
  };
  return Object.entries(parts).flatMap(([part, schema]) =>
    schema instanceof z.ZodType ? [[`${part} of ${resource}.${key}`, schema] as const] : [],
  );
});

const ZODS_OWN = /^(Invalid|Too |Unrecognized|Not a)|expected|received/;

describe('one wording, and none of the validator’s own', () => {
  test.each(PARTS)('for each thing that may be wrong in the %s', (_name, schema) => {
    const whole = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
    const said = new Set<string>();
    for (const sample of sampleSchema(whole)) {
      for (const position of listPositions(sample)) {
        for (const poison of [...POISONS, { not_known: 1 }]) {
          for (const words of wordsOf(schema, replaceAt(sample, position, poison)) ?? []) said.add(words);
        }
      }
    }
    expect([...said].filter((words) => ZODS_OWN.test(words) || words === '')).toEqual([]);
    expect([...said].filter((words) => /must be (.+), not \1$/.test(words))).toEqual([]);
    expect([...said].filter((words) => !/^(must|is|lacks|needs|has|lat and lon) ?/.test(words))).toEqual([]);
  });

  test('the law sees zod’s own', () => {
    expect(
      z.string().safeParse(1, { error: () => 'Invalid input: expected string' }).error!.issues[0]!.message,
    ).toMatch(ZODS_OWN);
  });
});
