import type { Finding } from '../finding.ts';
import { medianOf, ratiosOf, withRange } from '../page/median.ts';
import type { Measured, Requests } from './round.ts';

const toWords = (ratio: number): string => ratio.toFixed(2);

/** What a case's rate may be at least to its limit's, 32 at a time; and its p99 at most. */
const RATES: Record<string, { rate: number; p99?: number }> = {
  'GET session': { rate: 0.4, p99: 3 },
  'POST session': { rate: 0.6 },
};

/** At most so many round trips; BEGIN and COMMIT are two of them, authentication is none. */
const TRIPS: Record<string, number> = {
  'POST session': 5,
  'mint an invite with a code and an e-mail': 8,
  'join with a code': 8,
  'end a session': 7,
};

/** The figures that have a limit, each beside it; and pgbench, which has none. */
export const judgeRequests = ({ cases, pgbench }: Requests): Finding[] => [
  ...cases.flatMap(judgeRate),
  ...cases.flatMap(judgeTrips),
  ...pgbench.map(({ what, perSecond }) => ({
    what: `pgbench, the query of ${what}`,
    result:
      perSecond.length > 0 ? `${withRange(perSecond, (value) => value.toFixed(0))}/s` : 'no pgbench here',
    limit: '',
    holds: null,
  })),
];

const judgeRate = ({ name, limit, rounds }: Measured): Finding[] => {
  const wanted = RATES[name];
  if (!wanted) return [];
  const rates = ratiosOf(
    rounds,
    ({ many }) => many.perSecond,
    ({ besideMany }) => besideMany.perSecond,
  );
  const waits = ratiosOf(
    rounds,
    ({ many }) => many.p99Ms,
    ({ besideMany }) => besideMany.p99Ms,
  );
  const rate: Finding = {
    what: `${name}: rate to the ${limit}`,
    result: withRange(rates, toWords),
    limit: `≥ ${toWords(wanted.rate)}`,
    holds: medianOf(rates) >= wanted.rate,
  };
  if (wanted.p99 === undefined) return [rate];
  const p99 = {
    what: `${name}: p99 to the ${limit}`,
    result: withRange(waits, toWords),
    limit: `≤ ${wanted.p99}`,
    holds: medianOf(waits) <= wanted.p99,
  };
  return [rate, p99];
};

const judgeTrips = ({ name, counted }: Measured): Finding[] => {
  const limit = TRIPS[name];
  if (limit === undefined) return [];
  const trips = counted.trips - counted.authentication;
  return [{ what: `${name}: round trips`, result: `${trips}`, limit: `≤ ${limit}`, holds: trips <= limit }];
};
