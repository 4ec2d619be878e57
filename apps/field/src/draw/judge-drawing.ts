import type { Draft } from './keep-draft.ts';
import { isPassing, type Trouble } from './judge-reply.ts';

/** How far a drawing is. `idle`: it is drawn on, and the person has not sent it. */
export type DrawingState = 'idle' | 'waiting' | 'sending' | 'sent' | Trouble;

/**
 * How far what lies on the device is, by what became of it since the page was opened: what was sent before a reload waits,
 * and what was drawn on since it was sent is no longer sent.
 */
export const judgeDrawing = (
  { isDone }: Pick<Draft, 'isDone'>,
  told: DrawingState | undefined,
): DrawingState => {
  if (isDone) return told ?? 'waiting';
  return told === 'sending' ? 'sending' : 'idle';
};

/** Whether it is still to be sent, by the person or by itself; what was refused is not. */
export const isGoing = (state: DrawingState): boolean =>
  state === 'idle' || state === 'waiting' || state === 'sending' || isPassing(state);
