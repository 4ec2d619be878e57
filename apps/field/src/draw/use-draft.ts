import type { DrawingStroke } from '@field-inspection/contract';
import { addStroke, emptySketch, type Sketch, undoStroke } from '@field-inspection/drawing';
import { useComputed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Owner } from '../inspection.ts';
import { forgetDraft, keepDraft, watchDraft, type Draft } from './keep-draft.ts';

type Canvas = { width: number; height: number };

/** The draft lies on the device from its first stroke until it is stored. */
export const useDraft = <More>(owner: Owner, name: string, canvas: Canvas) => {
  const fresh = useMemo<Draft<More>>(() => ({ sketch: emptySketch(canvas), key: crypto.randomUUID() }), []);
  // The draft is read as it is now, not as the screen drew it: it may be stored meanwhile.
  const draft = useComputed(() => watchDraft<More>(owner, name) ?? fresh);
  const isFull = useSignal(false);
  const cleared = useSignal<Sketch | undefined>(undefined);
  const change = (changes: Partial<Draft<More>>): void =>
    keepDraft(owner, name, {
      ...draft.value,
      isStored: false,
      isDone: false,
      ...changes,
      key: crypto.randomUUID(),
    });
  return {
    sketch: draft.value.sketch,
    more: draft.value.more,
    isStored: draft.value.isStored === true,
    isFull: isFull.value,
    canUndo: draft.value.sketch.strokes.length > 0 || cleared.value !== undefined,
    add: (stroke: DrawingStroke) => {
      const { sketch } = draft.value;
      const extended = addStroke(sketch, stroke);
      isFull.value = extended === sketch;
      cleared.value = undefined;
      if (extended !== sketch) change({ sketch: extended });
    },
    /** Undo brings back all that was cleared at once. */
    undo: () => {
      isFull.value = false;
      change({ sketch: cleared.value ?? undoStroke(draft.value.sketch) });
      cleared.value = undefined;
    },
    clear: () => {
      const { sketch } = draft.value;
      isFull.value = false;
      cleared.value = sketch;
      change({ sketch: emptySketch(sketch) });
    },
    note: (more: More) => change({ more }),
    /** A refused drawing differs from this one, so this one gets another key. */
    finish: (more = draft.value.more) => change({ more, isDone: true }),
    restart: () => {
      isFull.value = false;
      cleared.value = undefined;
      forgetDraft(owner, name);
    },
  };
};

/** A draft as its board needs it, whatever is noted with it. */
export type UsedDraft = Omit<ReturnType<typeof useDraft>, 'more' | 'note' | 'finish'>;
