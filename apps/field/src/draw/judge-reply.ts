/** Why a drawing is not stored. */
export type Trouble =
  /** Nothing came, or the service is busy: later it may go. */
  | 'offline'
  /** The session has ended. */
  | 'ended'
  /** The link is not valid any more. */
  | 'access'
  /** The session or its organisation has no room left. */
  | 'quota'
  /** Another version was stored meanwhile. */
  | 'conflict'
  | 'refused';

const BY_CODE: Record<string, Trouble> = {
  'session.already_ended': 'ended',
  quota_reached: 'quota',
  version_conflict: 'conflict',
  // The photo below it is on its way.
  evidence_not_ready: 'offline',
  idempotency_in_flight: 'offline',
};

/** What a refusal means for whoever drew. */
export const judgeReply = (status: number, code: string | undefined): Trouble => {
  if (status === 401) return 'access';
  if (status === 408 || status === 429 || status >= 500) return 'offline';
  return BY_CODE[code ?? ''] ?? 'refused';
};
