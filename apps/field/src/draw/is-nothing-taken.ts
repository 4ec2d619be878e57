import type { FieldSessionState } from '../inspection.ts';
import type { QueueItem } from '../queue/shelf/queue-item.ts';

/** Whether there is nothing yet that a signature could confirm: neither of this device, nor what the session asks for. */
export const isNothingTaken = (
  {
    session,
    missing_shots: missing,
  }: Pick<FieldSessionState, 'missing_shots'> & {
    session: { shots: readonly { slot: string; required: boolean }[] };
  },
  items: readonly Pick<QueueItem, 'kind' | 'state'>[],
): boolean =>
  items.every(({ kind, state }) => kind !== 'photo' || state === 'refused' || state === 'held') &&
  session.shots.every(({ slot, required }) => !required || missing.includes(slot));
