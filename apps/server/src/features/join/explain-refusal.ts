import { hasEnded } from '@field-inspection/rules';
import type { Participant, Session } from '#prisma';
import { ApiError } from '../../api-error.ts';
import { maskEmail, maskPhone } from '../notifications/exports/mask-recipient.ts';
import { listChannels } from '../participants/exports/announce-invite.ts';
import { CHALLENGE } from '../participants/exports/one-time-code.ts';
import type { JoinRefusal } from './judge-join.ts';

/** What a call of the join is told, in its own words: where the code went, masked; whether the session is over. */
export const explainRefusal = (
  code: JoinRefusal,
  { invite, session }: { invite: Participant & { token_issue: number }; session: Pick<Session, 'status'> },
): ApiError => {
  // Whose link was replaced or revoked is told nothing more of the session.
  const isTheirs = invite.token_issue === invite.issue && !invite.revoked_at;
  if (code === 'invite_expired' && isTheirs) {
    return new ApiError(code, code, { members: { session_ended: hasEnded(session) } });
  }
  if (code === 'otp_expired') return new ApiError(code, code, { headers: CHALLENGE });
  if (code !== 'otp_required') return new ApiError(code, code);
  return new ApiError(code, code, {
    members: invite.otp_sent ? hintChannels(invite) : SENT_NOWHERE,
    headers: CHALLENGE,
  });
};

/** Where a code goes, for whoever holds the link: the person knows it again, and nobody else learns it. */
export const hintChannels = (invite: Pick<Participant, 'recipient_email' | 'recipient_phone'>) => ({
  channels: listChannels(invite).map(({ channel }) => channel),
  channel_hint_email: invite.recipient_email ? maskEmail(invite.recipient_email) : null,
  channel_hint_phone: invite.recipient_phone ? maskPhone(invite.recipient_phone) : null,
});

// The same of a code that no message carries: whoever has the link asks for one.
const SENT_NOWHERE = { channels: [], channel_hint_email: null, channel_hint_phone: null };
