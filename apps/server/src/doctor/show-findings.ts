import type { Finding } from './probes/finding.ts';

/** Marks of the states, in the order in which they are shown. */
const MARKS: [Finding['state'], string][] = [
  ['wrong', 'WRONG'],
  ['warning', 'warning'],
  ['ok', 'ok'],
  ['off', 'off'],
];

/** Prints a line for each finding, the wrong ones first. */
export const showFindings = (findings: Finding[]): string =>
  MARKS.flatMap(([state, mark]) =>
    findings
      .filter((finding) => finding.state === state)
      .map(({ part, words }) => `${mark.padEnd(8)} ${part.padEnd(12)} ${words}`),
  ).join('\n');
