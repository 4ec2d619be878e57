import type { Phase } from '../load/send-load.ts';
import type { Cost } from '../load/with-processor-time.ts';
import type { WriteCase } from './list-writes.ts';
import type { Counted } from './record-calls.ts';

/** A case in one round: the service, and beside it its limit, both many and one at a time. */
export type Round = { many: Phase & Cost; one: Phase; besideMany: Phase & Cost; besideOne: Phase };

export type Measured = {
  name: string;
  /** What stands beside it. */
  limit: 'bare handler' | 'prepared replay';
  counted: Counted;
  rounds: Round[];
};

export type Sizes = {
  seconds: number;
  rounds: number;
  organisations: number;
  rows: number;
  /** Only the cases whose names hold it. */
  only: string;
};

export type Requests = { cases: Measured[]; pgbench: { what: string; perSecond: number[] }[] };

/** How many calls of a case that writes are sent a round. */
export type Counts = { warm: number; many: number; one: number };

export const countsOf = ({ share }: WriteCase, seconds: number): Counts => {
  const of = (perSecond: number) => Math.max(8, Math.round(perSecond * share * seconds));
  return { warm: of(40), many: of(400), one: of(60) };
};
