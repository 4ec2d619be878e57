import type { FieldSessionState } from '../inspection.ts';
import type { QueueItem } from '../queue/shelf/queue-item.ts';

/** True while a signature has nothing to confirm: neither of this device, nor of the session's shots. */
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
