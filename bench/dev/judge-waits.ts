import type { Finding } from '../finding.ts';
import { medianOf, withRange } from '../page/median.ts';
import type { Saves } from './measure-saves.ts';
import type { TestFiles } from './measure-test-files.ts';

type Waits = Saves & TestFiles;

const LIMITS: { name: keyof Waits; what: string; limitMs: number }[] = [
  { name: 'server', what: 'from saving a file of the server to the next answer', limitMs: 1_000 },
  { name: 'field', what: 'from saving a file of the field application to its page', limitMs: 1_500 },
  { name: 'serverTest', what: 'one test file of the server from the shell', limitMs: 3_000 },
  { name: 'packageTest', what: 'one test file of a package from the shell', limitMs: 1_500 },
];

const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

export const judgeWaits = (waits: Waits): Finding[] =>
  LIMITS.map(({ name, what, limitMs }) => ({
    what,
    result: withRange(waits[name], inSeconds),
    limit: inSeconds(limitMs),
    holds: medianOf(waits[name]) <= limitMs,
  }));
