import type { SessionStatus } from '@field-inspection/contract';
import type { Participant, Session } from '#prisma';
import { ApiError } from '../../api-error.ts';
import { CHALLENGE } from '../participants/exports/one-time-code.ts';
import { moveSession } from '../sessions/exports/session-state.ts';
import { hintChannels, SENT_NOWHERE } from './hint-channels.ts';
import type { JoinRefusal } from './judge-join.ts';

/** What a call of the join is told, in its own words: where the code went, masked; whether the session is over. */
export const explainRefusal = (
  code: JoinRefusal,
  { invite, session }: { invite: Participant & { token_issue: number }; session: Pick<Session, 'status'> },
): ApiError => {
  // Whose link was replaced or revoked is told nothing more of the session.
  const isTheirs = invite.token_issue === invite.issue && !invite.revoked_at;
  if (code === 'invite_expired' && isTheirs) {
    const hasEnded = !moveSession(session.status as SessionStatus, 'join').ok;
    return new ApiError(code, code, { members: { session_ended: hasEnded } });
  }
  if (code === 'otp_expired') return new ApiError(code, code, { headers: CHALLENGE });
  if (code !== 'otp_required') return new ApiError(code, code);
  return new ApiError(code, code, {
    members: invite.otp_sent ? hintChannels(invite) : SENT_NOWHERE,
    headers: CHALLENGE,
  });
};
