/** Gives the least value that at least `share` of the values don't exceed; NaN for no values. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
};

export const medianOf = (values: readonly number[]): number => percentile(values, 0.5);

export const withRange = (values: readonly number[], inWords: (value: number) => string): string => {
  const [least, middle, most] = [0, 0.5, 1].map((share) => inWords(percentile(values, share)));
  return least === most ? middle! : `${middle} (${least}–${most})`;
};

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

export type Counts = Record<string, number>;

export const addCounts = (all: readonly Counts[]): Counts => {
  const total: Counts = {};
  for (const [what, count] of all.flatMap(Object.entries<number>)) total[what] = (total[what] ?? 0) + count;
  return total;
};

export const listCounts = (counts: Counts): string =>
  Object.entries(counts)
    .map(([what, count]) => `${what}: ${count}`)
    .join(', ');

export const inMs = (value: number): string => `${value.toFixed(1)} ms`;
export const perSecond = (value: number): string => `${Math.round(value)}/s`;
export const inPercent = (share: number): string => `${(100 * share).toFixed(1)} %`;
export const inMiB = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;

/** A figure beside its limit, held or missed; without a limit it is only shown. */
export type Finding = { what: string; result: string; limit: string; holds: boolean | null };

export const tell = (what: string, result: string): Finding => ({ what, result, limit: '', holds: null });

type Judged = { inWords?: (value: number) => string; result?: string; limit?: string };

export const judgeAtMost = (what: string, value: number, { most, ...words }: Judged & { most: number }) =>
  judge(what, { value, bound: most, holds: value <= most, ...words });

export const judgeAtLeast = (what: string, value: number, { least, ...words }: Judged & { least: number }) =>
  judge(what, { value, bound: least, holds: value >= least, ...words });

const judge = (
  what: string,
  {
    value,
    bound,
    holds,
    inWords = String,
    ...said
  }: Judged & { value: number; bound: number; holds: boolean },
): Finding => ({ what, result: said.result ?? inWords(value), limit: said.limit ?? inWords(bound), holds });

export const verdictOf = (holds: boolean | null): string =>
  holds === null ? '' : { true: 'held', false: '**missed**' }[`${holds}`];
