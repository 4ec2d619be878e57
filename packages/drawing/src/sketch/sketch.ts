import type { Drawing, DrawingStroke } from '@field-inspection/contract';
import { SKETCH_LIMITS } from './limits.ts';

/** A drawing while it is made; never changed in place. */
export type Sketch = Drawing;

export const emptySketch = ({ width, height }: { width: number; height: number }): Sketch => ({
  width,
  height,
  strokes: [],
});

/** Gives the sketch with a stroke on top; the same where it has no room for it. */
export const addStroke = (sketch: Sketch, stroke: DrawingStroke): Sketch => {
  const extended = { ...sketch, strokes: [...sketch.strokes, stroke] };
  return isWithinLimits(extended) ? extended : sketch;
};

export const undoStroke = (sketch: Sketch): Sketch => ({ ...sketch, strokes: sketch.strokes.slice(0, -1) });

/** Whether anything is drawn that a signature may be: more than dots and texts. */
export const isSigned = ({ strokes }: Sketch): boolean =>
  strokes.some(({ tool, points }) => tool !== 'text' && points.length > 1);

const isWithinLimits = ({ width, height, strokes }: Sketch): boolean => {
  const sum = (amountOf: (stroke: DrawingStroke) => number) =>
    strokes.reduce((total, stroke) => total + amountOf(stroke), 0);
  return (
    strokes.length <= SKETCH_LIMITS.strokes &&
    sum(({ points }) => points.length) <= SKETCH_LIMITS.points &&
    strokes.every((stroke) => lettersOf(stroke) <= SKETCH_LIMITS.textLength) &&
    sum(lettersOf) <= SKETCH_LIMITS.textLengthTotal &&
    sum(inkOf) <= SKETCH_LIMITS.inkShare * (width + height)
  );
};

const lettersOf = (stroke: DrawingStroke): number => (stroke.tool === 'text' ? [...stroke.text].length : 0);

/** Measures how much a stroke has to draw, as the contract counts it; a test compares the two. */
export const inkOf = (stroke: DrawingStroke): number => {
  if (stroke.tool === 'text') return 4 * stroke.size * [...stroke.text].length;
  let ink = stroke.size * stroke.points.length;
  let [beforeX, beforeY] = stroke.points[0] ?? [0, 0];
  for (const [x, y] of stroke.points) {
    ink += Math.abs(x - beforeX) + Math.abs(y - beforeY);
    [beforeX, beforeY] = [x, y];
  }
  return ink;
};
