import type { FoundEndpoint, FoundMessage } from './claim-message.ts';

type Judged = Pick<FoundMessage, 'kind' | 'expires_at' | 'session_status' | 'scheduled_for'> & {
  invite: { is_over: boolean } | null;
  signature: { is_over: boolean } | null;
  endpoint: Pick<FoundEndpoint, 'active' | 'failing_since'> | null;
};

/**
 * Whether a message is still true. Whatever makes it void also cancels it, but a transaction that began before
 * may queue a reminder afterwards: so this is asked once more before it is sent.
 */
export const isWorthSending = (message: Judged, now: Date): boolean => {
  if (message.expires_at && message.expires_at <= now) return false;
  if (message.invite?.is_over) return false;
  // A report is signed after the session's end.
  if (message.signature) return !message.signature.is_over;
  if (message.endpoint) {
    const { active, failing_since } = message.endpoint;
    return !active && (message.kind !== 'endpoint_disabled' || failing_since !== null);
  }
  return message.kind.startsWith('reminder_') ? isStillAhead(message) : isStillLive(message.session_status);
};

// A reminder expires with the time it is about, so another time in the session means that it has moved.
const isStillAhead = ({ session_status, scheduled_for, expires_at }: Judged): boolean =>
  session_status === 'created' && scheduled_for?.getTime() === expires_at?.getTime();

const isStillLive = (status: string | null): boolean => status !== 'closed' && status !== 'expired';
