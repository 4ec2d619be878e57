/**
 * Repeats the contract's limits, since the contract would bring its library of checks along; a test compares the two.
 */
export const SKETCH_LIMITS = {
  canvasMin: 100,
  canvasMax: 20_000,
  strokes: 2_000,
  points: 50_000,
  strokePoints: 5_000,
  textLength: 500,
  textLengthTotal: 4_000,
  inkShare: 500,
} as const;
