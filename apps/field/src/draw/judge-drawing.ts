import type { Draft } from './keep-draft.ts';
import type { QueueItem } from '../queue/shelf/queue-item.ts';
import type { Failure } from '../queue/sending/judge-failure.ts';

export type DrawingState = 'idle' | 'waiting' | 'sending' | 'sent' | Trouble;

/** A draft sent before a reload waits again. A draft drawn on since it was sent counts as not sent. */
export const judgeDrawing = (
  { isDone }: Pick<Draft, 'isDone'>,
  told: DrawingState | undefined,
): DrawingState => {
  if (isDone) return told ?? 'waiting';
  return told === 'sending' ? 'sending' : 'idle';
};

/** A refused drawing is not going: it is sent only when the person sends it anew. */
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
  | 'offline'
  | 'busy'
  | 'ended'
  | 'access'
  | 'quota'
  /** Another version was stored meanwhile. */
  | 'conflict'
  | 'refused';

const BY_CODE: Record<string, Trouble> = {
  'session.already_ended': 'ended',
  quota_reached: 'quota',
  version_conflict: 'conflict',
  // The photo below the drawing is still on its way.
  evidence_not_ready: 'busy',
  idempotency_in_flight: 'busy',
};

export const judgeReply = ({ status, code }: Pick<Failure, 'status' | 'code'>): Trouble => {
  if (status === undefined) return 'offline';
  if (status === 401) return 'access';
  if (status === 408 || status === 429 || status >= 500) return 'busy';
  return BY_CODE[code ?? ''] ?? 'refused';
};

/** Passing troubles make the same drawing be sent again by itself. */
export const isPassing = (trouble: string): boolean => trouble === 'offline' || trouble === 'busy';
