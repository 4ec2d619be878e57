import type { FieldSessionState } from '../inspection.ts';
import type { QueueItem } from '../queue/shelf/queue-item.ts';

type Shot = { slot: string; required: boolean };
type Asked<Wanted extends Shot> = Pick<FieldSessionState, 'missing_shots'> & {
  session: { shots: readonly Wanted[] };
};
type Item = Pick<QueueItem, 'kind' | 'state' | 'slot'>;

/** A refused photo never comes to be there, and a held one may not. */
const isTaken = ({ kind, state }: Pick<Item, 'kind' | 'state'>): boolean =>
  kind === 'photo' && state !== 'refused' && state !== 'held';

/** A signature has nothing to confirm where neither this device nor the session has taken anything. */
export const isNothingTaken = (
  { session, missing_shots: missing }: Asked<Shot>,
  items: readonly Pick<Item, 'kind' | 'state'>[],
): boolean =>
  !items.some(isTaken) && session.shots.every(({ slot, required }) => !required || missing.includes(slot));

/** Labels of the required shots that neither this device nor the session has: nobody signs that nothing is missing. */
export const listMissing = (
  { session, missing_shots: missing }: Asked<Shot & { label: string }>,
  items: readonly Item[],
): string[] =>
  session.shots
    .filter(({ slot, required }) => required && missing.includes(slot))
    .filter(({ slot }) => !items.some((item) => isTaken(item) && item.slot === slot))
    .map(({ label }) => label);
