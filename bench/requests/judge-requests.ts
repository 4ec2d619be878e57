import type { Table } from '../../docs/pages/page.ts';
import { judgeAtLeast, judgeAtMost, medianOf, withRange, type Finding } from '../harness/figures.ts';
import type { Cost, Phase } from '../load/send-load.ts';
import type { SentStatement } from '../../apps/server/src/testing/record-client.ts';

/** A round of a case: the service and its limit, with many calls at a time and with one. */
export type Round = { many: Phase & Cost; one: Phase; besideMany: Phase & Cost; besideOne: Phase };

export type Case = {
  name: string;
  limit: 'bare handler' | 'prepared replay';
  counted: Counted;
  rounds: Round[];
};

/** `rate`: the least share of the limit's rate, with 32 calls at a time. `p99`: the most times the limit's p99. */
const RATES: Record<string, { rate: number; p99?: number }> = {
  'GET session': { rate: 0.4, p99: 3 },
  'POST session': { rate: 0.6 },
};

/** Most round trips of a call. BEGIN and COMMIT are two of them; authentication is none. */
const TRIPS: Record<string, number> = {
  'POST session': 5,
  'mint an invite with a code and an e-mail': 8,
  'join with a code': 8,
  'end a session': 7,
};

export const judgeRequests = (cases: readonly Case[]): Finding[] => [
  ...cases.flatMap(judgeRate),
  ...cases.flatMap(judgeTrips),
];

const judgeRate = ({ name, limit, rounds }: Case): Finding[] => {
  const wanted = RATES[name];
  if (!wanted) return [];
  const [rates, waits] = [rounds.map(rateToLimit), rounds.map(p99ToLimit)];
  const rate = judgeAtLeast(`${name}: rate to the ${limit}`, medianOf(rates), {
    least: wanted.rate,
    result: withRange(rates, inHundredths),
    limit: `≥ ${inHundredths(wanted.rate)}`,
  });
  if (wanted.p99 === undefined) return [rate];
  const p99 = judgeAtMost(`${name}: p99 to the ${limit}`, medianOf(waits), {
    most: wanted.p99,
    result: withRange(waits, inHundredths),
    limit: `≤ ${wanted.p99}`,
  });
  return [rate, p99];
};

const judgeTrips = ({ name, counted }: Case): Finding[] => {
  const most = TRIPS[name];
  if (most === undefined) return [];
  const trips = counted.trips - counted.authentication;
  return [judgeAtMost(`${name}: round trips`, trips, { most, limit: `≤ ${most}` })];
};

// Both sides of a ratio are of one round, so that a disturbance of the machine meets both.
const rateToLimit = ({ many, besideMany }: Round): number => many.perSecond / besideMany.perSecond;
const p99ToLimit = ({ many, besideMany }: Round): number => many.p99Ms / besideMany.p99Ms;

const inHundredths = (ratio: number): string => ratio.toFixed(2);
const inWhole = (value: number): string => value.toFixed(0);
const inMs = (value: number): string => value.toFixed(value < 10 ? 2 : 1);

type Column = [head: string, cell: (measured: Case) => string];

const show = (head: string, inWords: (value: number) => string, value: (round: Round) => number): Column => [
  head,
  ({ rounds }) => withRange(rounds.map(value), inWords),
];

const BESIDE: Column = ['beside it', ({ limit }) => limit];
const [, showBareMs] = show('', inMs, ({ besideMany }) => besideMany.serverMs);

const TABLES: Column[][] = [
  [
    ['32 at a time', ({ name }) => name],
    show('calls/s', inWhole, ({ many }) => many.perSecond),
    show('p50 ms', inMs, ({ many }) => many.p50Ms),
    show('p99 ms', inMs, ({ many }) => many.p99Ms),
    BESIDE,
    show('calls/s', inWhole, ({ besideMany }) => besideMany.perSecond),
    show('p99 ms', inMs, ({ besideMany }) => besideMany.p99Ms),
    show('rate to it', inHundredths, rateToLimit),
    show('p99 to it', inHundredths, p99ToLimit),
  ],
  [
    ['one at a time', ({ name }) => name],
    show('p50 ms', inMs, ({ one }) => one.p50Ms),
    show('p99 ms', inMs, ({ one }) => one.p99Ms),
    BESIDE,
    show('p50 ms', inMs, ({ besideOne }) => besideOne.p50Ms),
    show('p50 to it', inHundredths, ({ one, besideOne }) => one.p50Ms / besideOne.p50Ms),
  ],
  [
    ['a call costs', ({ name }) => name],
    show('server ms', inMs, ({ many }) => many.serverMs),
    ['server ms beside it', (measured) => (measured.limit === 'bare handler' ? showBareMs(measured) : '')],
    show('database ms', inMs, ({ many }) => many.databaseMs),
    show('database ms beside it', inMs, ({ besideMany }) => besideMany.databaseMs),
    ['statements', ({ counted }) => `${counted.statements}`],
    ['round trips', ({ counted }) => `${counted.trips}`],
    ['of them authentication', ({ counted }) => `${counted.authentication}`],
  ],
];

/** Figures at full load and one call at a time, and the cost of each call. */
export const listTables = (cases: readonly Case[]): Table[] =>
  TABLES.map((columns) => ({
    head: columns.map(([head]) => head),
    rows: cases.map((measured) => columns.map(([, cell]) => cell(measured))),
  }));

/** `authentication`: the round trips that find the credential and count its limits. */
export type Counted = { statements: number; trips: number; authentication: number };

const UNCOUNTED = 8;

/** The middle call counts: now and then a statement that no call asked for comes between. */
export const countTrips = (calls: SentStatement[][]): Counted => {
  const counted = calls
    .slice(Math.min(UNCOUNTED, calls.length - 1))
    .map(countOne)
    .toSorted((a, b) => a.trips - b.trips || a.statements - b.statements);
  return counted[Math.floor(counted.length / 2)]!;
};

const countOne = (statements: SentStatement[]): Counted => ({
  statements: statements.length,
  trips: countDistinct(statements),
  authentication: countDistinct(statements.filter(({ text }) => /\brate_windows\b/.test(text))),
});

const countDistinct = (statements: SentStatement[]): number =>
  new Set(statements.map(({ trip }) => trip)).size;
