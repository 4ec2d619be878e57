import type { Point } from '@field-inspection/signalling';

export type Strokes = readonly { id: string; points: readonly Point[] }[];

export const NO_STROKES: Strokes = [];

/** As many as a phone shows (docs/media.md). */
const MAX_LINES = 100;
const MAX_POINTS = 4_000;

/** Goes on with a line, or begins it. A drawing that is full stays as it is. */
export const addPoints = (strokes: Strokes, id: string, points: readonly Point[]): Strokes => {
  if (!hasMore(strokes, id, points.length)) return strokes;
  const begun = strokes.find((stroke) => stroke.id === id);
  if (!begun) return [...strokes, { id, points }];
  const longer = { id, points: [...begun.points, ...points] };
  return strokes.map((stroke) => (stroke === begun ? longer : stroke));
};

const hasMore = (strokes: Strokes, id: string, more: number): boolean => {
  const points = strokes.reduce((sum, stroke) => sum + stroke.points.length, 0);
  const isNew = strokes.every((stroke) => stroke.id !== id);
  return points + more <= MAX_POINTS && (!isNew || strokes.length < MAX_LINES);
};
