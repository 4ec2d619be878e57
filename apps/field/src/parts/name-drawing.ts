import type { DrawingKind } from '../queue/shelf/queue-item.ts';
import { say } from '../texts/say.ts';

/** Names a drawing, with the shot of its photo where it was asked for. */
export const nameDrawing = (kind: DrawingKind, shot?: string): string =>
  [say(`field.ended.${kind}`), ...(shot ? [shot] : [])].join(' · ');
