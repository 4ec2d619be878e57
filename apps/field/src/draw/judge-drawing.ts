import type { Draft } from './keep-draft.ts';
import { isPassing, type Trouble } from './judge-reply.ts';

/** State of a drawing. `idle`: the person draws on it, and has not sent it. */
export type DrawingState = 'idle' | 'waiting' | 'sending' | 'sent' | Trouble;

/**
 * Gives the state of a draft, by its fate since the page was opened: a draft sent before a reload waits, and one drawn
 * on since is no longer sent.
 */
export const judgeDrawing = (
  { isDone }: Pick<Draft, 'isDone'>,
  told: DrawingState | undefined,
): DrawingState => {
  if (isDone) return told ?? 'waiting';
  return told === 'sending' ? 'sending' : 'idle';
};

/** True for a drawing still to be sent, by the person or by itself; a refused one is not. */
export const isGoing = (state: DrawingState): boolean =>
  state === 'idle' || state === 'waiting' || state === 'sending' || isPassing(state);
