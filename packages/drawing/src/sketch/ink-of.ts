import type { DrawingStroke } from '@field-inspection/contract';

/** How much a stroke has to draw, as the contract counts it; a test compares the two. */
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
