import type { DrawingStroke } from '@field-inspection/contract';
import { addStroke, emptySketch, undoStroke } from '@field-inspection/drawing';
import { useSignal } from '@preact/signals';
import type { Owner } from '../inspection.ts';
import { forgetDraft, keepDraft, readDraft, type Draft } from './keep-draft.ts';

type Canvas = { width: number; height: number };

/** A drawing while it is made, which lies on the device from its first stroke until it is stored. */
export const useDraft = <More>(owner: Owner, name: string, canvas: Canvas) => {
  const fresh = (): Draft<More> => ({ sketch: emptySketch(canvas), key: crypto.randomUUID() });
  const draft = useSignal<Draft<More>>(readDraft<More>(owner, name) ?? fresh());
  const isFull = useSignal(false);
  const change = (changes: Partial<Draft<More>>): Draft<More> => {
    draft.value = { ...draft.value, isStored: false, ...changes, key: crypto.randomUUID() };
    keepDraft(owner, name, draft.value);
    return draft.value;
  };
  return {
    /** As it is now, not as it was when the screen was drawn. */
    read: () => draft.value,
    sketch: draft.value.sketch,
    more: draft.value.more,
    /** The service has it as it is. */
    isStored: draft.value.isStored === true,
    /** The last stroke did not fit. */
    isFull: isFull.value,
    add: (stroke: DrawingStroke) => {
      const { sketch } = draft.value;
      const extended = addStroke(sketch, stroke);
      isFull.value = extended === sketch;
      if (extended !== sketch) change({ sketch: extended });
    },
    undo: () => {
      isFull.value = false;
      change({ sketch: undoStroke(draft.value.sketch) });
    },
    /** What else belongs to it. */
    note: (more: More | undefined) => change({ more }),
    /** It is stored as it is, and stays to be drawn on. */
    noteStored: (more: More) => change({ more, isStored: true }),
    /** It is stored: the device needs it no longer. */
    forget: () => forgetDraft(owner, name),
    /** Another one, of which nothing is known. */
    restart: () => {
      isFull.value = false;
      forgetDraft(owner, name);
      draft.value = fresh();
    },
  };
};
