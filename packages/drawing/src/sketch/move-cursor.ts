import type { SketchPoint } from './place-sample.ts';

/** Steps from one side of the canvas to the other. */
const STEPS = 40;
const FINE_STEPS = 400;

const WAYS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Moves the pen by a key, for people who draw by keyboard; undefined for a key that moves nothing. */
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
