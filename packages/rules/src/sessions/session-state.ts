import type { ErrorCode, SessionStatus } from '@field-inspection/contract';
import { Refusal } from '../refusal.ts';

export type SessionCommand = 'join' | 'start_recording' | 'stop_recording' | 'end' | 'expire' | 'change';

export type Move = { ok: true; status: SessionStatus } | { ok: false; code: ErrorCode };

/** Every allowed move, with the state that it leads to; any other is refused. */
const MOVES: Record<SessionStatus, Partial<Record<SessionCommand, SessionStatus>>> = {
  created: { join: 'open', end: 'closed', expire: 'expired', change: 'created' },
  open: { join: 'open', start_recording: 'recording', end: 'closed', change: 'open' },
  recording: { join: 'recording', stop_recording: 'open', end: 'closed', change: 'recording' },
  closed: { end: 'closed' },
  expired: {},
};

export const moveSession = (status: string, command: SessionCommand): Move => {
  const next = MOVES[status as SessionStatus][command];
  if (next) return { ok: true, status: next };
  const ended = status === 'closed' || status === 'expired';
  return { ok: false, code: ended ? 'session.already_ended' : 'session.invalid_state' };
};

/** @throws {Refusal} where the state does not allow the command */
export const requireMove = ({ status }: { status: string }, command: SessionCommand): SessionStatus => {
  const move = moveSession(status, command);
  if (!move.ok) throw new Refusal(move.code, `The session is ${status}; ${REASONS[command]}`);
  return move.status;
};

const REASONS: Record<SessionCommand, string> = {
  join: 'nobody can join it any more.',
  start_recording: 'only an open session can start a recording.',
  stop_recording: 'only a session that is recording can stop it.',
  end: 'it can not be ended.',
  expire: 'it can not expire.',
  change: 'it can not be changed any more.',
};

export const hasEnded = ({ status }: { status: string }): boolean => !moveSession(status, 'join').ok;

/** Refuses to give or make anything of a redacted session. */
export const requireUnredacted = ({ redacted_at }: { redacted_at: unknown }): void => {
  if (redacted_at) throw wasRedacted();
};

export const wasRedacted = (): Refusal =>
  new Refusal(
    'session.redacted',
    'The session was redacted: what it held was erased. Its hashes and its audit chain are there.',
  );
