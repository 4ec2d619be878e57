import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Drawing, DRAWING_LIMITS, DrawingStroke, inkOf } from './drawing.ts';

type Point = [x: number, y: number] | [x: number, y: number, pressure: number];

const look = { color: '#d92d20', size: 6 };
const pen = (points: Point[], more: object = {}) => ({ tool: 'pen', ...look, points, ...more });
const line = {
  tool: 'line',
  ...look,
  points: [
    [0, 0],
    [30, 40],
  ],
};
const note = (text: string, more: object = {}) => ({
  tool: 'text',
  ...look,
  points: [[5, 5]],
  text,
  ...more,
});
const drawingOf = (...strokes: object[]) => ({ width: 1280, height: 720, strokes });

const issuesOf = (value: unknown) =>
  Drawing.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

test('every tool is taken, unchanged', () => {
  const points = [
    [0, 0],
    [30, 40],
  ];
  const drawing = drawingOf(
    pen([
      [1, 2],
      [3, 4, 0],
      [-5, 2000, 1000],
    ]),
    { tool: 'highlighter', ...look, points: [[1, 1]] },
    ...['line', 'arrow', 'rectangle', 'ellipse'].map((tool) => ({ tool, ...look, points })),
    note('Crack,\n3 mm'),
  );
  expect(Drawing.parse(drawing)).toEqual(drawing);
});

test('a drawing without strokes is a drawing', () => {
  expect(Drawing.parse(drawingOf())).toEqual(drawingOf());
});

describe('refused, naming the place', () => {
  test.each([
    ['an unknown tool', { ...line, tool: 'eraser' }, 'strokes.0.tool'],
    ['a member of another tool', { ...line, text: 'x' }, 'strokes.0'],
    ['an unknown member', { ...line, href: 'https://example.com' }, 'strokes.0'],
    [
      'a line of three points',
      {
        ...line,
        points: [
          [0, 0],
          [1, 1],
          [2, 2],
        ],
      },
      'strokes.0.points',
    ],
    ['a line of one point', { ...line, points: [[0, 0]] }, 'strokes.0.points'],
    ['a stroke of no points', pen([]), 'strokes.0.points'],
    [
      'a pressure where none is',
      {
        ...line,
        points: [
          [0, 0, 5],
          [1, 1],
        ],
      },
      'strokes.0.points.0',
    ],
    ['a color in capitals', { ...line, color: '#D92D20' }, 'strokes.0.color'],
    ['a color that is markup', { ...line, color: '"/><script>' }, 'strokes.0.color'],
    ['a color with a line break', { ...line, color: '#d92d20\n' }, 'strokes.0.color'],
    ['no size', { ...line, size: 0 }, 'strokes.0.size'],
    [
      'a coordinate with a fraction',
      {
        ...line,
        points: [
          [0, 0],
          [0.5, 1],
        ],
      },
      'strokes.0.points.1.0',
    ],
    [
      'a coordinate far away',
      {
        ...line,
        points: [
          [0, 0],
          [40_001, 1],
        ],
      },
      'strokes.0.points.1.0',
    ],
    [
      'a coordinate of -0',
      {
        ...line,
        points: [
          [0, -0],
          [1, 1],
        ],
      },
      'strokes.0.points.0.1',
    ],
    ['a pen point of one number', pen([[1] as unknown as Point]), 'strokes.0.points.0'],
    ['a pressure above 1000', pen([[1, 1, 1001]]), 'strokes.0.points.0.2'],
    ['an empty text', note(''), 'strokes.0.text'],
    ['a text of 501 characters', note('x'.repeat(501)), 'strokes.0.text'],
    ['a text with U+0000', note('a\u0000'), 'strokes.0.text'],
    ['a text with a lone surrogate', note('\ud800'), 'strokes.0.text'],
  ])('%s', (_name, stroke, point) => {
    expect(issuesOf(drawingOf(stroke)).map((issue) => issue.split(': ')[0])).toEqual([point]);
  });

  test.each([
    ['width', { width: 99 }],
    ['width', { width: 20_001 }],
    ['height', { height: 720.5 }],
    ['strokes', { strokes: Array(2001).fill(line) }],
    ['', { background: 'https://example.com/a.jpg' }],
  ])('%s in a drawing', (point, instead) => {
    expect(issuesOf({ ...drawingOf(), ...instead }).map((issue) => issue.split(': ')[0])).toEqual([point]);
  });

  test('a pen point says what a point is', () => {
    expect(issuesOf(drawingOf(pen([[1.5, 1]])))).toEqual([
      'strokes.0.points.0: must be [x, y] or [x, y, pressure], in integers of the canvas and thousandths',
    ]);
  });

  test('a coordinate of 1e9 is also too much ink', () => {
    expect(
      issuesOf(
        drawingOf({
          ...line,
          points: [
            [0, 0],
            [1e9, 1],
          ],
        }),
      ).map((issue) => issue.split(': ')[0]),
    ).toEqual(['strokes.0.points.1.0', 'strokes']);
  });
});

describe('the limits of the whole drawing', () => {
  const points = (count: number): Point[] => Array.from({ length: count }, () => [1, 1]);
  const thin = { size: 1 };

  test('50 000 points, over all strokes', () => {
    const most = drawingOf(...Array(10).fill(pen(points(5000), thin)));
    expect(issuesOf(most)).toEqual([]);
    expect(issuesOf(drawingOf(...most.strokes, line))).toEqual([
      'strokes: must have at most 50000 points in total',
    ]);
  });

  test('4 000 characters of text, counted as people do', () => {
    const most = drawingOf(...Array(8).fill(note('🏠'.repeat(500))));
    expect(issuesOf(most)).toEqual([]);
    expect(issuesOf(drawingOf(...most.strokes, note('a')))).toEqual([
      'strokes: must have at most 4000 characters of text in total',
    ]);
  });

  test("a tenth of the longer side in a stroke's size", () => {
    expect(issuesOf(drawingOf({ ...line, size: 128 }))).toEqual([]);
    expect(issuesOf(drawingOf({ ...line, size: 129 }))).toEqual(['strokes.0.size: must be at most 128 here']);
  });

  test('500 times (width + height) of ink', () => {
    const across = (length: number) => ({
      tool: 'line',
      color: '#000000',
      size: 1,
      points: [
        [0, 0],
        [length, 0],
      ],
    });
    const most = Array(1000).fill(across(998));
    expect(issuesOf(drawingOf(...most))).toEqual([]);
    expect(issuesOf(drawingOf(...most.slice(1), across(999)))).toEqual([
      'strokes: must be less dense: all ink at most 500 times (width + height)',
    ]);
  });
});

describe('ink', () => {
  test.each([
    ['a tap', { tool: 'pen', ...look, points: [[9, 9]] }, 6],
    ['a line', line, 70 + 12],
    [
      'a way there and back',
      {
        tool: 'pen',
        ...look,
        points: [
          [0, 0],
          [100, 0],
          [0, 0, 500],
        ],
      },
      200 + 18,
    ],
    ['a text of two characters', note('a🏠'), 48],
  ])('of %s', (_name, stroke, ink) => {
    expect(inkOf(DrawingStroke.parse(stroke))).toBe(ink);
  });

  test('of a stroke is an integer, wherever it goes', () => {
    const point = fc.tuple(
      fc.integer({ min: -20_000, max: 40_000 }),
      fc.integer({ min: -20_000, max: 40_000 }),
    );
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 50 }), (points) => {
        const ink = inkOf({ tool: 'highlighter', ...look, points });
        expect(Number.isSafeInteger(ink) && ink >= look.size * points.length).toBe(true);
      }),
    );
  });
});

test('the JSON Schema names every tool and its limits', () => {
  const schema = JSON.stringify(z.toJSONSchema(Drawing));
  for (const tool of ['pen', 'highlighter', 'line', 'arrow', 'rectangle', 'ellipse', 'text']) {
    expect(schema).toContain(`"const":"${tool}"`);
  }
  expect(schema).toContain(`"maxItems":${DRAWING_LIMITS.strokes}`);
});

describe('a point that is taken at a look', () => {
  const NUMBERS = [
    -20_001,
    -20_000,
    -0,
    0,
    0.5,
    1,
    40_000,
    40_001,
    2 ** 53,
    NaN,
    Infinity,
    '1',
    null,
    undefined,
    [1],
  ];
  const isTaken = (stroke: unknown) => DrawingStroke.safeParse(stroke).success;

  test('is one that its schema takes: on a path as in a text, which is judged by the schema alone', () => {
    for (const x of NUMBERS) {
      for (const y of NUMBERS) {
        const point = [x, y];
        const bySchema = isTaken({ tool: 'text', ...look, points: [point], text: 'Crack' });
        expect([point, isTaken({ tool: 'highlighter', ...look, points: [point] })]).toEqual([
          point,
          bySchema,
        ]);
        expect([point, isTaken({ tool: 'pen', ...look, points: [point] })]).toEqual([point, bySchema]);
      }
    }
  });

  test('has a pressure in thousandths, or none', () => {
    for (const pressure of [-1, -0, 0.5, 1001, NaN, '1', null])
      expect([pressure, isTaken({ tool: 'pen', ...look, points: [[1, 1, pressure]] })]).toEqual([
        pressure,
        false,
      ]);
    for (const pressure of [0, 1, 1000])
      expect(isTaken({ tool: 'pen', ...look, points: [[1, 1, pressure]] })).toBe(true);
    for (const point of [[], [1], [1, 1, 1, 1], { 0: 1, 1: 1, length: 2 }, '11', null])
      expect(isTaken({ tool: 'pen', ...look, points: [point] })).toBe(false);
  });
});
