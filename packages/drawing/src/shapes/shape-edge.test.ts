import { describe, expect, it, test } from 'vitest';
import { shapeEdge, textEdgeOf } from './shape-edge.ts';
import { shapeStroke } from './shape-stroke.ts';

const FROM: [number, number] = [10, 10];
const TO: [number, number] = [50, 40];
const look = { color: '#d92d20', size: 10 };

describe('the edge of a stroke on a photo', () => {
  test.each([
    ['red', '#d92d20', '#ffffff'],
    ['blue', '#175cd3', '#ffffff'],
    ['black', '#1f2937', '#ffffff'],
    ['yellow', '#facc15', '#1f2937'],
    ['white', '#ffffff', '#1f2937'],
  ])('is bright around a dark colour and dark around a bright one: %s', (_, color, edge) => {
    expect(textEdgeOf({ color, size: 100 }).color).toBe(edge);
    expect(shapeEdge({ tool: 'pen', color, size: 10, points: [FROM] }, 1)).toMatchObject([{ color: edge }]);
  });

  it('stands out by the same width on each side of what it lies below, at each scale', () => {
    expect(shapeEdge({ ...look, tool: 'arrow', points: [FROM, TO] }, 2)).toMatchObject([
      { kind: 'way', width: 20 + 2 * 6 },
    ]);
    expect(shapeEdge({ ...look, tool: 'pen', points: [FROM] }, 2)).toMatchObject([
      { kind: 'dot', radius: 10 + 6 },
    ]);
    const pen = { ...look, tool: 'pen' as const, points: [FROM, TO] };
    expect(shapeEdge(pen, 2)).toEqual(shapeStroke({ ...pen, color: '#ffffff', size: 16 }, 2));
  });

  it('is left out below a highlighter, through which the photo shows', () => {
    expect(shapeEdge({ ...look, tool: 'highlighter', points: [FROM, TO] }, 1)).toEqual([]);
  });
});
