import type { Draft } from './keep-draft.ts';
import type { QueueItem } from '../queue/shelf/queue-item.ts';
import type { Failure } from '../queue/sending/judge-failure.ts';

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

export type Trouble =
  /** No reply came. */
  | 'offline'
  /** The service can't take it just now. */
  | 'busy'
  /** The session has ended. */
  | 'ended'
  /** The link is not valid any more. */
  | 'access'
  /** The session or its organisation has no quota left. */
  | 'quota'
  /** Another version was stored meanwhile. */
  | 'conflict'
  | 'refused';

const BY_CODE: Record<string, Trouble> = {
  'session.already_ended': 'ended',
  quota_reached: 'quota',
  version_conflict: 'conflict',
  // The photo below it is on its way.
  evidence_not_ready: 'busy',
  idempotency_in_flight: 'busy',
};

export const judgeReply = ({ status, code }: Pick<Failure, 'status' | 'code'>): Trouble => {
  if (status === undefined) return 'offline';
  if (status === 401) return 'access';
  if (status === 408 || status === 429 || status >= 500) return 'busy';
  return BY_CODE[code ?? ''] ?? 'refused';
};

/** True if the drawing is tried again by itself, as it is. */
export const isPassing = (trouble: string): boolean => trouble === 'offline' || trouble === 'busy';
