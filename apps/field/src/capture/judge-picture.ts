/** A picture in grey: row by row, from 0 for black to 255. */
export type Luminance = { width: number; height: number; values: ArrayLike<number> };

export type Hint = 'dark' | 'blurred';

/** Below it little can be made out on any screen. */
const DARK_MEAN = 40;
/** So even that nothing can be said of its edges: a wall, the sky. */
const EVEN_VARIANCE = 60;
/** How much of a picture's variance lies between neighbours: less than this where no edge is sharp. */
const BLURRED_SHARE = 0.02;

/** What may be wrong with a picture, so that the person looks again. It is a hint, and never a refusal. */
export const judgePicture = (picture: Luminance): Hint | undefined => {
  const { mean, variance } = describeSpread(picture.values);
  if (mean < DARK_MEAN) return 'dark';
  if (variance < EVEN_VARIANCE) return undefined;
  return measureEdges(picture) / variance < BLURRED_SHARE ? 'blurred' : undefined;
};

const describeSpread = (values: ArrayLike<number>): { mean: number; variance: number } => {
  let [sum, squares] = [0, 0];
  for (let index = 0; index < values.length; index++) {
    sum += values[index]!;
    squares += values[index]! ** 2;
  }
  const mean = sum / values.length;
  return { mean, variance: squares / values.length - mean ** 2 };
};

/** The mean square of the Laplacian: how far each point is from the mean of its four neighbours. */
const measureEdges = ({ width, height, values }: Luminance): number => {
  let squares = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const around = values[at - 1]! + values[at + 1]! + values[at - width]! + values[at + width]!;
      squares += (values[at]! - around / 4) ** 2;
    }
  }
  return squares / Math.max(1, (width - 2) * (height - 2));
};
