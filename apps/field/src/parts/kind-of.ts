import type { DrawingKind } from '../queue/shelf/queue-item.ts';

/** Gives the kind of a drawing by its name on the device: one on a photo has the photo's hash. */
export const kindOf = (name: string): DrawingKind =>
  name === 'whiteboard' || name === 'signature' ? name : 'annotation';
