import type { Failure } from '../queue/sending/judge-failure.ts';

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
