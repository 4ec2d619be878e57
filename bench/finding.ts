/** One line of the table: what was measured, and what it may be. */
export type Finding = { what: string; result: string; limit: string; holds: boolean | null };

export const printFindings = (findings: Finding[]): void => {
  console.log('\n| measure | result | limit | |\n| --- | --- | --- | --- |');
  for (const { what, result, limit, holds } of findings) {
    console.log(`| ${what} | ${result} | ${limit} | ${verdictOf(holds)} |`);
  }
};

export const verdictOf = (holds: boolean | null): string =>
  holds === null ? '' : { true: 'held', false: '**missed**' }[`${holds}`];

export const inMs = (value: number): string => `${value.toFixed(1)} ms`;
export const perSecond = (value: number): string => `${Math.round(value)}/s`;
export const inPercent = (share: number): string => `${(100 * share).toFixed(1)} %`;
