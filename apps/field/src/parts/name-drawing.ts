import type { DrawingKind } from '../queue/shelf/queue-item.ts';
import { say } from '../texts/say.ts';

/** What a drawing is, and what the photo below it is of, where that was asked for. */
export const nameDrawing = (kind: DrawingKind, shot?: string): string =>
  [say(`field.ended.${kind}`), ...(shot ? [shot] : [])].join(' · ');
