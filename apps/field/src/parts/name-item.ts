import type { FieldSessionState } from '../inspection.ts';
import type { QueueItem } from '../queue/shelf/queue-item.ts';
import { nameDrawing } from './name-drawing.ts';
import { nameShot } from './name-shot.ts';

/** What an item is: of a photo what it is of, of a drawing its kind, and what the photo below it is of. */
export const nameItem = (
  state: FieldSessionState,
  { kind, slot }: Pick<QueueItem, 'kind' | 'slot'>,
): string => (kind === 'photo' ? nameShot(state, slot) : nameDrawing(kind, slot && nameShot(state, slot)));
