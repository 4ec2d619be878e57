import {
  Drawing,
  DRAWING_LIMITS,
  inkOf as inkOfContract,
  type DrawingStroke,
} from '@field-inspection/contract';
import { describe, expect, test } from 'vitest';
import {
  type Sketch,
  addStroke,
  emptySketch,
  extendPath,
  fitCanvas,
  inkOf,
  isSigned,
  undoStroke,
} from './sketch.ts';
import { SKETCH_LIMITS } from './limits.ts';
import { placeSample, type SketchPoint } from './place-sample.ts';

const CANVAS = { width: 4000, height: 3000 };
const FRAME = { left: 10, top: 20, width: 400, height: 300 };
const AT = { color: '#d92d20', size: 20 };
const pen = (...points: SketchPoint[]): DrawingStroke => ({ tool: 'pen', ...AT, points });
const zigzag = (count: number): SketchPoint[] =>
  Array.from({ length: count }, (_, index) => [index % 2 ? 4000 : 0, index % 3000]);
const letters = (count: number): DrawingStroke => ({
  tool: 'text',
  ...AT,
  size: 1,
  points: [[0, 0]],
  text: 'ä'.repeat(count),
});

test('the limits, and what ink is, are those of the contract', () => {
  expect(DRAWING_LIMITS).toMatchObject(SKETCH_LIMITS);
  const strokes = [pen([1, 2], [40, 9, 500], [3, 3]), pen([5, 5]), letters(7)];
  expect(strokes.map(inkOf)).toEqual(strokes.map(inkOfContract));
});

describe('a point on the screen', () => {
  test.each([
    [{ x: 10, y: 20 }, [0, 0]],
    [{ x: 410, y: 320 }, [4000, 3000]],
    [{ x: 210.04, y: 170 }, [2000, 1500]],
    [{ x: 210, y: 170, pressure: 0.5004 }, [2000, 1500, 500]],
    [{ x: 210, y: 170, pressure: 1.2 }, [2000, 1500, 1000]],
    [{ x: -500, y: 900 }, [0, 3000]],
    [{ x: Number.NaN, y: Infinity }, [0, 3000]],
  ])('%j is a whole place of the canvas', (sample, point) => {
    expect(placeSample(sample, FRAME, CANVAS)).toEqual(point);
  });

  test('is some point even where the canvas has no room on the screen, and never -0', () => {
    const nowhere = { left: 0, top: 0, width: 0, height: 0 };
    for (const point of [
      placeSample({ x: 0, y: -1 }, nowhere, CANVAS),
      placeSample({ x: 9.99, y: 20 }, FRAME, CANVAS),
    ])
      expect(point.some((value) => Object.is(value, -0) || !Number.isInteger(value))).toBe(false);
  });
});

describe('a path', () => {
  test('takes what moves, and nothing twice', () => {
    expect(
      extendPath(
        [[1, 1]],
        [
          [1, 1],
          [2, 1, 300],
          [2, 1, 900],
          [1, 1],
        ],
      ),
    ).toEqual([
      [1, 1],
      [2, 1, 300],
      [1, 1],
    ]);
  });

  test('that is full ends where the hand does', () => {
    const full = extendPath([], zigzag(SKETCH_LIMITS.strokePoints + 10));
    expect(full).toHaveLength(SKETCH_LIMITS.strokePoints);
    expect(full.at(-1)).toEqual(zigzag(SKETCH_LIMITS.strokePoints + 10).at(-1));
  });
});

describe('a sketch', () => {
  const empty = emptySketch(CANVAS);

  test('is a drawing of the contract at any time', () => {
    let sketch: Sketch = empty;
    for (const stroke of [pen([1, 1], [9, 9, 40]), letters(500), pen([3, 3])])
      sketch = addStroke(sketch, stroke);
    expect(Drawing.parse(sketch)).toEqual(sketch);
    expect(sketch.strokes).toHaveLength(3);
  });

  test('loses its last stroke alone, and none where there is none', () => {
    const two = addStroke(addStroke(empty, pen([1, 1])), pen([2, 2]));
    expect(undoStroke(two).strokes).toEqual([pen([1, 1])]);
    expect(undoStroke(empty)).toEqual(empty);
  });

  test.each<[string, DrawingStroke[]]>([
    ['more ink', Array.from({ length: 2 }, () => pen(...zigzag(500)))],
    ['a text that is longer', [letters(501)]],
    ['more texts', Array.from({ length: 9 }, () => letters(500))],
    ['more strokes', Array.from({ length: 2_001 }, () => pen([1, 1]))],
  ])('takes no %s than the contract does, and keeps what it has', (_what, strokes) => {
    const sketch = strokes.reduce(addStroke, empty);
    expect(sketch.strokes.length).toBe(strokes.length - 1);
    expect(Drawing.safeParse(sketch).success).toBe(true);
    expect(Drawing.safeParse({ ...empty, strokes }).success).toBe(false);
  });

  test('is signed once something is drawn: a dot or a text alone is no signature', () => {
    expect([empty, addStroke(empty, pen([1, 1])), addStroke(empty, letters(3))].map(isSigned)).toEqual([
      false,
      false,
      false,
    ]);
    expect(isSigned(addStroke(empty, pen([1, 1], [2, 2])))).toBe(true);
  });
});

test.each([
  [
    { width: 4032, height: 3024 },
    { width: 4000, height: 3000 },
  ],
  [
    { width: 3, height: 4 },
    { width: 3000, height: 4000 },
  ],
  [
    { width: 10_000, height: 20 },
    { width: 4000, height: 100 },
  ],
])('the canvas of %j has its proportions', (of, canvas) => {
  expect(fitCanvas(of)).toEqual(canvas);
});
