import type { Sketch } from '@field-inspection/drawing';

type Draft = { sketch: Sketch; key: string; more?: unknown; isStored?: boolean };

/** What is one of its kind, and waits on its screen for whoever made it; a drawing on a photo has the photo's hash. */
const SINGLE = ['whiteboard', 'signature'];

/** Whether a draft is still to be sent: a drawing on a photo once it is done, others from their first stroke. */
export const isUnsent = (name: string, draft: Draft | undefined): boolean => {
  if (!draft || draft.isStored || draft.sketch.strokes.length === 0) return false;
  return SINGLE.includes(name) || (draft.more as { isDone?: boolean } | undefined)?.isDone === true;
};
