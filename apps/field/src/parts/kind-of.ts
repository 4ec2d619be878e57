import type { DrawingKind } from '../queue/shelf/queue-item.ts';

/** What a drawing is, by its name on the device: one on a photo has the photo's hash. */
export const kindOf = (name: string): DrawingKind =>
  name === 'whiteboard' || name === 'signature' ? name : 'annotation';
