import type { DrawingStroke } from '@field-inspection/contract';
import type { SketchPoint } from './place-sample.ts';

export type SketchLook = { color: string; size: number };

/**
 * Makes the stroke of a path that was drawn with a tool; undefined where it is none, such as an arrow that leads
 * nowhere.
 */
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
