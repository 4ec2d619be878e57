import { percentile } from '../percentile.ts';

/** The middle of the rounds, with the least and the greatest behind it. */
export const medianOf = (values: readonly number[]): number => percentile(values, 0.5);

export const withRange = (values: readonly number[], inWords: (value: number) => string): string => {
  const [least, middle, most] = [0, 0.5, 1].map((share) => inWords(percentile(values, share)));
  return least === most ? middle! : `${middle} (${least}–${most})`;
};

/** Of each round the one to the other, so that what befalls a round befalls both. */
export const ratiosOf = <Round>(
  rounds: readonly Round[],
  value: (round: Round) => number,
  beside: (round: Round) => number,
): number[] => rounds.map((round) => value(round) / beside(round));
