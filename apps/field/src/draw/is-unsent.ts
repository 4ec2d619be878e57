import type { Sketch } from '@field-inspection/drawing';

/** Whether a draft is still to be sent: from its first stroke until it is stored. */
export const isUnsent = (draft: { sketch: Sketch; isStored?: boolean } | undefined): boolean =>
  draft !== undefined && !draft.isStored && draft.sketch.strokes.length > 0;
