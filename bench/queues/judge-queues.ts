import { inMs, type Finding } from '../finding.ts';
import { medianOf, withRange } from '../page/median.ts';
import type { Queues, Round } from './measure-queues.ts';

const FACTOR = 2;
const FLOOR_MS = 100;

/** Of each phase the p99, and of those the median, since something else on the machine may befall any of them. */
export const judgeQueues = ({ worst, rounds }: Queues): Finding[] => {
  const of = (value: (round: Round) => number) => rounds.map(value);
  const alone = of((round) => round.alone.p99Ms);
  const beside = of((round) => round.beside.p99Ms);
  const limitMs = Math.max(FACTOR * medianOf(alone), FLOOR_MS);
  const refused = of((round) => round.alone.refused + round.beside.refused).reduce((a, b) => a + b, 0);
  return [
    tell(`the slowest filter asked alone: ${worst.filter}, p50`, inMs(worst.p50Ms)),
    tell(
      'GET session of another organisation, p50 alone',
      withRange(
        of(({ alone }) => alone.p50Ms),
        inMs,
      ),
    ),
    tell(
      'GET session of another organisation, p50 beside',
      withRange(
        of(({ beside }) => beside.p50Ms),
        inMs,
      ),
    ),
    tell('GET session of another organisation, p99 alone', withRange(alone, inMs)),
    {
      what: 'GET session of another organisation, p99 beside 64 lists',
      result: withRange(beside, inMs),
      limit: `≤ ${inMs(limitMs)}`,
      holds: medianOf(beside) <= limitMs,
    },
    {
      what: 'GETs of another organisation that were refused',
      result: `${refused}`,
      limit: '0',
      holds: refused === 0,
    },
    tell('how the lists ended', listOutcomes(rounds)),
    tell(
      'how late the measuring process was itself, p99: alone, beside',
      [of((round) => round.alone.ownDelayMs), of((round) => round.beside.ownDelayMs)]
        .map((delays) => inMs(medianOf(delays)))
        .join(', '),
    ),
  ];
};

const tell = (what: string, result: string): Finding => ({ what, result, limit: '', holds: null });

const listOutcomes = (rounds: Round[]): string => {
  const totals = new Map<string, number>();
  for (const [outcome, count] of rounds.flatMap(({ outcomes }) => Object.entries(outcomes))) {
    totals.set(outcome, (totals.get(outcome) ?? 0) + count);
  }
  return [...totals].map(([outcome, count]) => `${outcome}: ${count}`).join(', ');
};
