import type { Drawing, DrawingStroke } from '@field-inspection/contract';
import { SKETCH_LIMITS } from './limits.ts';
import type { SketchPoint } from './place-sample.ts';

export type Sketch = Drawing;

export const emptySketch = ({ width, height }: { width: number; height: number }): Sketch => ({
  width,
  height,
  strokes: [],
});

/** Gives the same sketch where it has no room for the stroke. */
export const addStroke = (sketch: Sketch, stroke: DrawingStroke): Sketch => {
  const extended = { ...sketch, strokes: [...sketch.strokes, stroke] };
  return isWithinLimits(extended) ? extended : sketch;
};

export const undoStroke = (sketch: Sketch): Sketch => ({ ...sketch, strokes: sketch.strokes.slice(0, -1) });

/** Dots and texts alone are no signature. */
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

/** Counts a stroke's work as the contract does; a test compares the two. */
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

/** Finer than any screen, so that whole units are enough. */
const LONGER_SIDE = 4_000;

export const fitCanvas = (of: { width: number; height: number }): { width: number; height: number } => {
  const scale = LONGER_SIDE / Math.max(of.width, of.height);
  const fit = (side: number) => Math.max(SKETCH_LIMITS.canvasMin, Math.round(side * scale));
  return { width: fit(of.width), height: fit(of.height) };
};

/**
 * A point at the same place adds nothing. On a full path the last point moves with the hand, so that it ends where the
 * hand does.
 */
export const extendPath = (
  path: readonly SketchPoint[],
  further: readonly SketchPoint[],
): readonly SketchPoint[] => {
  const extended = [...path];
  for (const point of further) {
    const last = extended.at(-1);
    if (last && last[0] === point[0] && last[1] === point[1]) continue;
    if (extended.length >= SKETCH_LIMITS.strokePoints) extended.pop();
    extended.push(point);
  }
  return extended;
};

/** Steps from one side of the canvas to the other. */
const STEPS = 40;
const FINE_STEPS = 400;

const WAYS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** For people who draw by keyboard. Gives undefined for a key that moves nothing. */
export const moveCursor = (
  [x, y]: SketchPoint,
  { key, isFine }: { key: string; isFine: boolean },
  { width, height }: { width: number; height: number },
): SketchPoint | undefined => {
  const way = WAYS[key];
  if (!way) return undefined;
  const step = Math.max(1, Math.round(Math.max(width, height) / (isFine ? FINE_STEPS : STEPS)));
  const within = (value: number, max: number) => Math.min(Math.max(value, 0), max);
  return [within(x + way[0] * step, width), within(y + way[1] * step, height)];
};

export type SketchLook = { color: string; size: number };

/** Gives undefined for a path that makes no stroke, such as an arrow that leads nowhere. */
export const makeStroke = (
  tool: 'pen' | 'arrow',
  path: readonly SketchPoint[],
  look: SketchLook,
): DrawingStroke | undefined => {
  const [from, to] = [path[0], path.at(-1)];
  if (!from || !to) return undefined;
  if (tool === 'pen') return { tool, ...look, points: [...path] };
  const [tail, tip] = [from, to].map(([x, y]): [number, number] => [x, y]) as [
    [number, number],
    [number, number],
  ];
  if (tail[0] === tip[0] && tail[1] === tip[1]) return undefined;
  return { tool, ...look, points: [tail, tip] };
};
