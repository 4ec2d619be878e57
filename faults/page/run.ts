import type { Row } from '../rows/row.ts';

/** A whole run that passed: what docs/reliability.md says of it. */
export type Run = {
  date: string;
  seed: number;
  machine: string;
  figures: { fault: string; tests: Row['tests']; figure: string }[];
};
