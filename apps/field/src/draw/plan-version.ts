import type { Sketch } from '@field-inspection/drawing';
import type { DrawingCall } from './send-drawing.ts';

/** The version of a whiteboard that this device stored last. */
export type Saved = { id: string; version: number };

/** How a whiteboard is stored: a new one, or the version that follows the one that this device knows. */
export const planVersion = (saved: Saved | undefined, drawing: Sketch): Omit<DrawingCall, 'key'> =>
  saved
    ? { method: 'PATCH', path: `whiteboards/${saved.id}`, body: { version: saved.version, drawing } }
    : { method: 'POST', path: 'whiteboards', body: { drawing } };
