import type { Draft } from './keep-draft.ts';
import { isPassing, type Trouble } from './judge-reply.ts';
import type { QueueItem } from '../queue/shelf/queue-item.ts';

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

export type PhotoFate = { evidence: string } | { trouble: Trouble } | 'on its way';

const SHARED = ['ended', 'access', 'quota'] as const;

export const judgePhoto = ({
  receipt,
  state,
  reason,
}: Pick<QueueItem, 'receipt' | 'state' | 'reason'>): PhotoFate => {
  if (receipt) return { evidence: receipt.evidenceId };
  if (state !== 'refused') return 'on its way';
  return { trouble: SHARED.find((each) => each === reason) ?? 'refused' };
};
