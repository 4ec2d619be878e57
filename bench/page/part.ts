import type { Finding } from '../finding.ts';

/*
 * The words of this room:
 * part     what one bench writes of docs/benchmarks.md: tables, and findings
 * finding  a figure beside its limit, held or missed; without a limit it only stands there
 * page     docs/benchmarks.md, which is made of the last run of each bench and of words that are kept by hand
 */

export const PARTS = ['requests', 'queues', 'growth', 'cold', 'start', 'dev', 'field', 'profile'] as const;
export type PartName = (typeof PARTS)[number];

export type Table = { head: string[]; rows: string[][] };

/** The last run of a bench with --write. */
export type LastRun = {
  date: string;
  /** What it was measured on and with, in words. */
  machine: string;
  tables: Table[];
  findings: Finding[];
};
