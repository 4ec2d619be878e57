import { expect, test } from 'vitest';
import { z } from 'zod';
import { Drawing, DRAWING_LIMITS } from '../evidence/drawing.ts';
import './say-issue.ts';
import { list, MAX_FAULTS } from './list.ts';

const createCounter = () => {
  let asked = 0;
  const schema = z.any().refine((value) => {
    asked += 1;
    return value === true;
  }, 'must be true');
  return { schema, asked: () => asked };
};

test('is an array with its checks, of the same JSON Schema', () => {
  const ours = list(z.int()).min(1).max(3).meta({ description: 'Some' });
  const theirs = z.array(z.int()).min(1).max(3).meta({ description: 'Some' });
  expect(z.toJSONSchema(ours)).toEqual(z.toJSONSchema(theirs));
  for (const given of [[1], [1, 2, 3], [], [1, 'a'], 'a', null, { length: 2 }, undefined])
    expect(ours.safeParse(given)).toEqual(theirs.safeParse(given));
});

test('judges its length before any item', () => {
  const { schema, asked } = createCounter();
  const result = list(schema).max(2).safeParse([true, false, true]);
  expect(result.error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [[], 'must have at most 2 items'],
  ]);
  expect(asked()).toBe(0);
});

test('looks for no fault behind the fiftieth', () => {
  const { schema, asked } = createCounter();
  const { error } = list(schema).safeParse(Array(10_000).fill(false));
  expect(error?.issues).toHaveLength(MAX_FAULTS);
  expect(error?.issues.at(-1)?.path).toEqual([MAX_FAULTS - 1]);
  expect(asked()).toBe(MAX_FAULTS);
});

test('an item that is right at a look is taken as it is, and its schema is not asked', () => {
  const { schema, asked } = createCounter();
  const isRight = (item: unknown) => item === 'right';
  expect(list(schema, isRight).max(9).safeParse(['right', true, 'right'])).toEqual({
    success: true,
    data: ['right', true, 'right'],
  });
  expect(asked()).toBe(1);
  const { error } = list(schema, isRight).safeParse(['right', 'wrong']);
  expect(error?.issues.map(({ path }) => path)).toEqual([[1]]);
});

test.each([0, '', null, [], ['', ''], {}])(
  'a drawing of 500 000 points of which each is %j is refused for the first fifty',
  (point) => {
    const stroke = {
      tool: 'pen',
      color: '#000000',
      size: 1,
      points: Array(DRAWING_LIMITS.strokePoints).fill(point),
    };
    const { error } = Drawing.safeParse({ width: 100, height: 100, strokes: Array(100).fill(stroke) });
    expect(error?.issues).toHaveLength(MAX_FAULTS);
    expect(error?.issues.every(({ path }) => path[1] === 0)).toBe(true);
  },
);
