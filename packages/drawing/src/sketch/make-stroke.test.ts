import { DrawingStroke } from '@field-inspection/contract';
import { expect, test } from 'vitest';
import { layOutText } from './lay-out-text.ts';
import { makeStroke, moveCursor } from './sketch.ts';
import type { SketchPoint } from './place-sample.ts';

const LOOK = { color: '#d92d20', size: 20 };
const CANVAS = { width: 4000, height: 3000 };

test('a path is a stroke of the contract, and an arrow knows its ends alone', () => {
  const path: SketchPoint[] = [
    [1, 2, 500],
    [3, 4],
    [9, 9, 10],
  ];
  const strokes = [makeStroke('pen', path, LOOK), makeStroke('arrow', path, LOOK)];
  for (const stroke of strokes) expect(DrawingStroke.parse(stroke)).toEqual(stroke);
  expect(strokes[1]).toMatchObject({
    points: [
      [1, 2],
      [9, 9],
    ],
  });
});

test('a tap is a dot of the pen, and no arrow', () => {
  expect(makeStroke('pen', [[1, 2]], LOOK)).toMatchObject({ points: [[1, 2]] });
  expect(makeStroke('arrow', [[1, 2]], LOOK)).toBeUndefined();
  expect(makeStroke('pen', [], LOOK)).toBeUndefined();
});

test('keys move the pen, in fine steps where that is asked for, and never beyond the canvas', () => {
  expect(moveCursor([0, 0], { key: 'ArrowRight', isFine: false }, CANVAS)).toEqual([100, 0]);
  expect(moveCursor([0, 0], { key: 'ArrowDown', isFine: true }, CANVAS)).toEqual([0, 10]);
  expect(moveCursor([3990, 0], { key: 'ArrowRight', isFine: false }, CANVAS)).toEqual([4000, 0]);
  expect(moveCursor([0, 0], { key: 'ArrowUp', isFine: false }, CANVAS)).toEqual([0, 0]);
  expect(moveCursor([0, 0], { key: 'a', isFine: false }, CANVAS)).toBeUndefined();
});

test('a text stands in lines below its upper edge', () => {
  expect(layOutText({ text: 'a\r\nb', y: 100, size: 1000 })).toEqual([
    { line: 'a', baseline: 1169 },
    { line: 'b', baseline: 2531 },
  ]);
});
