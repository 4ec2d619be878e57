import type { FieldSessionState } from '../inspection.ts';
import type { QueueItem } from '../queue/shelf/queue-item.ts';
import { say } from '../texts/say.ts';
import { nameShot } from './name-shot.ts';

/** What an item is: of a photo what it is of, of a drawing its kind. */
export const nameItem = (
  state: FieldSessionState,
  { kind, slot }: Pick<QueueItem, 'kind' | 'slot'>,
): string => (kind === 'photo' ? nameShot(state, slot) : say(`field.ended.${kind}`));
