/** A picture in grey: row by row, from 0 for black to 255, each a whole number. */
export type Luminance = { width: number; height: number; values: ArrayLike<number> };

export type Hint = 'dark' | 'blurred';

/** Mean brightness below which little can be made out on any screen. */
const DARK_MEAN = 40;
/** Range of greys below which edges tell nothing, as on a wall or in the sky. */
const EVEN_RANGE = 24;
/**
 * Share of the range of greys that the steepest edges span between two neighbouring points. In a sharp picture it is
 * most of it.
 */
const BLURRED_STEP = 0.15;

/** A hint makes the person look again. It never refuses a picture. */
export const judgePicture = (picture: Luminance): Hint | undefined => {
  const greys = countGreys(picture);
  if (findMean(greys) < DARK_MEAN) return 'dark';
  const range = findQuantile(greys, 0.995) - findQuantile(greys, 0.005);
  if (range < EVEN_RANGE) return undefined;
  return findQuantile(countSteps(picture), 0.9995) / range < BLURRED_STEP ? 'blurred' : undefined;
};

type Counts = Uint32Array;

const countGreys = ({ values }: Luminance): Counts => {
  const counts = new Uint32Array(256);
  for (let at = 0; at < values.length; at++) counts[values[at]!]! += 1;
  return counts;
};

const countSteps = ({ width, height, values }: Luminance): Counts => {
  const counts = new Uint32Array(256);
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const at = y * width + x;
      counts[Math.abs(values[at]! - values[at + 1]!)]! += 1;
      counts[Math.abs(values[at]! - values[at + width]!)]! += 1;
    }
  }
  return counts;
};

const sum = (counts: Counts): number => counts.reduce((all, count) => all + count, 0);

const findMean = (counts: Counts): number =>
  counts.reduce((all, count, value) => all + count * value, 0) / Math.max(1, sum(counts));

const findQuantile = (counts: Counts, share: number): number => {
  let left = sum(counts) * share;
  return Math.max(
    0,
    counts.findIndex((count) => (left -= count) <= 0),
  );
};
