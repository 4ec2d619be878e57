import { contract, Drawing } from '@field-inspection/contract';
import { expect, test } from 'vitest';
import { buildDocument } from '../build-document.ts';
import { flattenTuple } from './tidy-schema.ts';
import { compileSchema } from '../testing/compile-schema.ts';
import { walkDocument } from '../testing/walk-document.ts';

const X = { type: 'integer', minimum: -5, maximum: 9, description: 'From the left', examples: [1] };
const Y = { type: 'integer', minimum: -7, maximum: 8, description: 'From the top', examples: [2] };

test('a list of two becomes items with a least and a most, and tells in words what each is', () => {
  expect(flattenTuple({ type: 'array', prefixItems: [X, Y], items: false })).toEqual({
    type: 'array',
    description: 'From the left, then from the top',
    items: { type: 'integer', minimum: -7, maximum: 9 },
    minItems: 2,
    maxItems: 2,
    examples: [[1, 2]],
  });
});

test('lists that differ in their length alone become one', () => {
  const pair = flattenTuple({ type: 'array', prefixItems: [X, Y] });
  const triple = flattenTuple({
    type: 'array',
    prefixItems: [X, Y, { type: 'integer', minimum: 0, maximum: 99 }],
  });
  expect(flattenTuple({ anyOf: [pair, triple] })).toMatchObject({
    type: 'array',
    items: { type: 'integer', minimum: -7, maximum: 99 },
    minItems: 2,
    maxItems: 3,
  });
});

test.each([
  [{ type: 'string' }],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }],
  [{ type: 'array', items: X }],
])('nothing else changes: %j', (schema) => {
  expect(flattenTuple(schema)).toEqual(schema);
});

test('a list of different things stops the build', () => {
  expect(() => flattenTuple({ type: 'array', prefixItems: [X, { type: 'string' }] })).toThrow('generators');
});

test('points of drawings are in a form that generators take, and what the service takes is valid', async () => {
  const document = await buildDocument(contract);
  const lists = walkDocument(document).filter(({ value }) => value['type'] === 'array');
  expect(lists.length).toBeGreaterThan(20);
  expect(lists.filter(({ value }) => typeof value['items'] !== 'object')).toEqual([]);
  expect(JSON.stringify(document)).not.toContain('prefixItems');
  const isValid = compileSchema(document)('#/components/schemas/Drawing');
  const draw = (points: unknown) => ({
    width: 640,
    height: 480,
    strokes: [{ tool: 'pen', color: '#d92d20', size: 3, points }],
  });
  for (const points of [
    [[1, 2]],
    [
      [1, 2],
      [3, 4, 500],
    ],
  ]) {
    expect(Drawing.safeParse(draw(points)).success).toBe(true);
    expect(isValid(draw(points))).toBe(true);
  }
  for (const points of [[], [[1]], [[1, 2, 3, 4]], [['1', 2]]]) expect(isValid(draw(points))).toBe(false);
});
