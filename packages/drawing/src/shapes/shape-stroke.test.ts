import { expect, test } from 'vitest';
import { shapeStroke } from './shape-stroke.ts';

const AT = { color: '#d92d20', size: 10 };

test('a stroke is shaped in pixels: twice the scale is twice the size', () => {
  const line = {
    tool: 'line',
    ...AT,
    points: [
      [0, 0],
      [30, 40],
    ],
  } as const;
  expect(
    shapeStroke(
      {
        ...line,
        points: [
          [0, 0],
          [30, 40],
        ],
      },
      2,
    ),
  ).toEqual([{ kind: 'way', color: '#d92d20', opacity: 1, width: 20, data: 'M0 0L60 80' }]);
});

test('a tap is a dot, and of a highlighter one that shows what is below', () => {
  const points: [number, number][] = [[5, 6]];
  expect(shapeStroke({ tool: 'highlighter', ...AT, points }, 1)).toEqual([
    { kind: 'dot', color: '#d92d20', opacity: 0.4, x: 5, y: 6, radius: 5 },
  ]);
});

test('a pen is a filled outline of plain numbers, and an arrow has its head', () => {
  const [area] = shapeStroke(
    {
      tool: 'pen',
      ...AT,
      points: [
        [0, 0],
        [50, 10],
        [90, 0],
      ],
    },
    1,
  );
  expect(area).toMatchObject({
    kind: 'area',
    data: expect.stringMatching(/^M[-\d. ]+Q[-\d. ]+Z$/) as string,
  });
  const [arrow] = shapeStroke(
    {
      tool: 'arrow',
      ...AT,
      points: [
        [0, 0],
        [100, 0],
      ],
    },
    1,
  );
  expect(arrow).toMatchObject({ data: 'M0 0L100 0M56.7 -25L100 0L56.7 25' });
});
