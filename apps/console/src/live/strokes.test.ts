import { describe, expect, it } from 'vitest';
import { addPoints, NO_STROKES, type Strokes } from './strokes.ts';

const [a, b, c] = [
  { x: 0, y: 0 },
  { x: 0.5, y: 0.5 },
  { x: 1, y: 1 },
];

describe('the lines over the live picture', () => {
  it('go on where they have the same id', () => {
    const begun = addPoints(addPoints(NO_STROKES, '1', [a]), '2', [b]);
    expect(addPoints(begun, '1', [b, c])).toEqual([
      { id: '1', points: [a, b, c] },
      { id: '2', points: [b] },
    ]);
  });

  it('are at most as many as a phone shows, and so are their points', () => {
    let strokes: Strokes = NO_STROKES;
    for (let line = 0; line < 100; line++) strokes = addPoints(strokes, String(line), [a]);
    expect(addPoints(strokes, 'one more', [a])).toBe(strokes);
    expect(addPoints(strokes, '99', [b])[99]!.points).toEqual([a, b]);
    const full = addPoints(
      NO_STROKES,
      '1',
      Array.from({ length: 4_000 }, () => a),
    );
    expect(addPoints(full, '1', [b])).toBe(full);
  });
});
