/**
 * The limits of a drawing that a device has to know. They repeat the contract's, since the contract brings its whole
 * library of checks with it; a test compares the two.
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
