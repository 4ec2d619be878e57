import type { SessionStatus } from '@field-inspection/contract';
import { SESSION_STATUSES } from '@field-inspection/contract/plain';
import { describe, expect, it } from 'vitest';
import { moveSession, type SessionCommand } from './session-state.ts';

const ENDED = 'session.already_ended';
const INVALID = 'session.invalid_state';

/** Every state and command, written out once more: the state that follows, or the error code. */
const TABLE: Record<SessionCommand, Record<SessionStatus, string>> = {
  join: { created: 'open', open: 'open', recording: 'recording', closed: ENDED, expired: ENDED },
  start_recording: { created: INVALID, open: 'recording', recording: INVALID, closed: ENDED, expired: ENDED },
  stop_recording: { created: INVALID, open: INVALID, recording: 'open', closed: ENDED, expired: ENDED },
  end: { created: 'closed', open: 'closed', recording: 'closed', closed: 'closed', expired: ENDED },
  expire: { created: 'expired', open: INVALID, recording: INVALID, closed: ENDED, expired: ENDED },
  change: { created: 'created', open: 'open', recording: 'recording', closed: ENDED, expired: ENDED },
};

const pairs = Object.entries(TABLE).flatMap(([command, outcomes]) =>
  Object.entries(outcomes).map(
    ([status, outcome]) => [status as SessionStatus, command as SessionCommand, outcome] as const,
  ),
);

describe('moveSession', () => {
  it.each(pairs)('%s + %s: %s', (status, command, outcome) => {
    const move = moveSession(status, command);
    expect(move.ok ? move.status : move.code).toBe(outcome);
  });

  it('is told for every state', () => {
    for (const outcomes of Object.values(TABLE)) {
      expect(Object.keys(outcomes).sort()).toEqual([...SESSION_STATUSES].sort());
    }
  });
});
