import type { ErrorCode, SessionStatus } from '@field-inspection/contract';

/** What moves a session. `change` is an edit of its fields, which moves nothing. */
export type SessionCommand = 'join' | 'start_recording' | 'stop_recording' | 'end' | 'expire' | 'change';

export type Move = { ok: true; status: SessionStatus } | { ok: false; code: ErrorCode };

/** Every move that a state allows, with the state that it leads to; any other is refused. */
const MOVES: Record<SessionStatus, Partial<Record<SessionCommand, SessionStatus>>> = {
  created: { join: 'open', end: 'closed', expire: 'expired', change: 'created' },
  open: { join: 'open', start_recording: 'recording', end: 'closed', change: 'open' },
  recording: { join: 'recording', stop_recording: 'open', end: 'closed', change: 'recording' },
  closed: { end: 'closed' },
  expired: {},
};

/** The state after a command, or the error code of a move that is not possible. */
export const moveSession = (status: SessionStatus, command: SessionCommand): Move => {
  const next = MOVES[status][command];
  if (next) return { ok: true, status: next };
  const ended = status === 'closed' || status === 'expired';
  return { ok: false, code: ended ? 'session.already_ended' : 'session.invalid_state' };
};
