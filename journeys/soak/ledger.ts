/** A write that the service said yes to: from then on it is there, once. */
export type Acknowledged = {
  kind: 'session' | 'note' | 'invite' | 'join' | 'photo' | 'upload' | 'end' | 'endpoint' | 'revocation';
  organisationId: string;
  /** The id of the object that was made or changed. */
  id: string;
  sessionId?: string;
  /** The writer's mark, which no other session has. */
  mark?: string;
  /** SHA-256 of the bytes as they were sent. */
  sha256?: string;
};

export type Ledger = {
  requests: number;
  /** The number of answers of each status; 0 where no answer came. */
  answers: Map<number, number>;
  acknowledged: Acknowledged[];
  /** Each is something that must never be seen, in words. */
  surprises: string[];
  /** Spans in which a fault was in force: a refusal that began or ended in one is none of the service's. */
  faults: { name: string; from: number; to: number }[];
  /** Refusals by 503, and requests without an answer: `judgeRefusals` looks whether each had its fault. */
  refusals: { what: string; from: number; to: number }[];
};

export const openLedger = (): Ledger => ({
  requests: 0,
  answers: new Map(),
  acknowledged: [],
  surprises: [],
  faults: [],
  refusals: [],
});

/**
 * The time after a fault in which it may still be noticed: by a connection that is dead, or a question whose time is
 * over.
 */
const AFTERWARDS_MS = 2_000;

/** Gives the refusals for which there was no fault. */
export const judgeRefusals = ({ refusals, faults }: Ledger): string[] =>
  refusals
    .filter(({ from, to }) => !faults.some((fault) => from <= fault.to + AFTERWARDS_MS && to >= fault.from))
    .map(({ what }) => `${what} while nothing was wrong`);
