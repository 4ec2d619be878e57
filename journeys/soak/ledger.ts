/** From the service's yes on, the write must be there, once. */
export type Acknowledged = {
  kind: 'session' | 'note' | 'invite' | 'join' | 'photo' | 'upload' | 'end' | 'endpoint' | 'revocation';
  organisationId: string;
  id: string;
  sessionId?: string;
  /** The writer's mark, which no other session has. */
  mark?: string;
  sha256?: string;
};

export type Ledger = {
  requests: number;
  /** Answers by status; 0 where no answer came. */
  answers: Map<number, number>;
  acknowledged: Acknowledged[];
  /** Each text is something that must never be seen. */
  surprises: string[];
  /** Spans of faults: a refusal that overlaps one is not the service's own. */
  faults: { name: string; from: number; to: number }[];
  /** 503s and requests without an answer; `judgeRefusals` finds those without a fault. */
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

/** A fault is noticed for so long after its end, by dead connections or waits that run out. */
const AFTERWARDS_MS = 2_000;

/** Gives the refusals without a fault to explain them. */
export const judgeRefusals = ({ refusals, faults }: Ledger): string[] =>
  refusals
    .filter(({ from, to }) => !faults.some((fault) => from <= fault.to + AFTERWARDS_MS && to >= fault.from))
    .map(({ what }) => `${what} while nothing was wrong`);
