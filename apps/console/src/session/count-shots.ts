import type { Evidence, Session, Shot } from '@field-inspection/sdk';

type Piece = Pick<Evidence, 'slot' | 'status'>;

/** Shots of which something is there already, whether or not they are required. */
export const countShots = (shots: readonly Shot[], evidence: readonly Piece[]): number => {
  const taken = takenSlots(evidence);
  return shots.filter(({ slot }) => taken.has(slot)).length;
};

export const takenSlots = (evidence: readonly Piece[]): ReadonlySet<string> =>
  new Set(evidence.filter(({ status }) => status === 'ready').map(({ slot }) => slot));

export const hasEnded = ({ status }: Pick<Session, 'status'>): boolean =>
  status === 'closed' || status === 'expired';
