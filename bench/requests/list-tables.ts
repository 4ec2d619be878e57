import { withRange, ratiosOf } from '../page/median.ts';
import type { Table } from '../page/part.ts';
import type { Measured, Round } from './round.ts';

const inMs = (value: number): string => value.toFixed(value < 10 ? 2 : 1);
const perSecond = (value: number): string => value.toFixed(0);
const times = (ratio: number): string => ratio.toFixed(2);

/** All figures of all cases: at full load, one at a time, and what each call costs. */
export const listTables = (cases: readonly Measured[]): Table[] => [
  listFull(cases),
  listSingle(cases),
  listCosts(cases),
];

const listFull = (cases: readonly Measured[]): Table => ({
  head: [
    '32 at a time',
    'calls/s',
    'p50 ms',
    'p99 ms',
    'beside it',
    'calls/s',
    'p99 ms',
    'rate to it',
    'p99 to it',
  ],
  rows: cases.map(({ name, limit, rounds }) => [
    name,
    show(rounds, perSecond, ({ many }) => many.perSecond),
    show(rounds, inMs, ({ many }) => many.p50Ms),
    show(rounds, inMs, ({ many }) => many.p99Ms),
    limit,
    show(rounds, perSecond, ({ besideMany }) => besideMany.perSecond),
    show(rounds, inMs, ({ besideMany }) => besideMany.p99Ms),
    withRange(
      ratiosOf(
        rounds,
        ({ many }) => many.perSecond,
        ({ besideMany }) => besideMany.perSecond,
      ),
      times,
    ),
    withRange(
      ratiosOf(
        rounds,
        ({ many }) => many.p99Ms,
        ({ besideMany }) => besideMany.p99Ms,
      ),
      times,
    ),
  ]),
});

const listSingle = (cases: readonly Measured[]): Table => ({
  head: ['one at a time', 'p50 ms', 'p99 ms', 'beside it', 'p50 ms', 'p50 to it'],
  rows: cases.map(({ name, limit, rounds }) => [
    name,
    show(rounds, inMs, ({ one }) => one.p50Ms),
    show(rounds, inMs, ({ one }) => one.p99Ms),
    limit,
    show(rounds, inMs, ({ besideOne }) => besideOne.p50Ms),
    withRange(
      ratiosOf(
        rounds,
        ({ one }) => one.p50Ms,
        ({ besideOne }) => besideOne.p50Ms,
      ),
      times,
    ),
  ]),
});

const listCosts = (cases: readonly Measured[]): Table => ({
  head: [
    'a call costs',
    'server ms',
    'server ms beside it',
    'database ms',
    'database ms beside it',
    'statements',
    'round trips',
    'of them authentication',
  ],
  rows: cases.map(({ name, limit, rounds, counted }) => [
    name,
    show(rounds, inMs, ({ many }) => many.serverMs),
    limit === 'bare handler' ? show(rounds, inMs, ({ besideMany }) => besideMany.serverMs) : '',
    show(rounds, inMs, ({ many }) => many.databaseMs),
    show(rounds, inMs, ({ besideMany }) => besideMany.databaseMs),
    `${counted.statements}`,
    `${counted.trips}`,
    `${counted.authentication}`,
  ]),
});

const show = (
  rounds: readonly Round[],
  inWords: (value: number) => string,
  value: (round: Round) => number,
): string => withRange(rounds.map(value), inWords);
