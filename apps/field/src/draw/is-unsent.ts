import type { Sketch } from '@field-inspection/drawing';

/** True for a draft that is still to be sent: from its first stroke until it is stored. */
export const isUnsent = (draft: { sketch: Sketch; isStored?: boolean } | undefined): boolean =>
  draft !== undefined && !draft.isStored && draft.sketch.strokes.length > 0;
