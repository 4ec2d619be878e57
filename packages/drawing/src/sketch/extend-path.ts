import { SKETCH_LIMITS } from './limits.ts';
import type { SketchPoint } from './place-sample.ts';

/**
 * Gives a path with further points: one that stays where it was adds nothing. Of a path that is full, the last point
 * moves with the hand, so that it ends where the hand does.
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
