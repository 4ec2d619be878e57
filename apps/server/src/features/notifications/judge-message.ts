import type { FoundEndpoint, FoundMember, FoundMessage } from './claim-message.ts';

type Part = { is_over: boolean; has_expired: boolean } | null;
type Judged = Pick<FoundMessage, 'kind' | 'expires_at' | 'session_status' | 'scheduled_for'> & {
  invite: Part;
  signature: Part;
  endpoint: Pick<FoundEndpoint, 'active' | 'failing_since'> | null;
  member?: Pick<FoundMember, 'is_over'> | null;
};

/** `void`: the message's content is not true any more; `late`: it is true, but its time is over. */
export type MessageVerdict = 'send' | 'void' | 'late';

/**
 * Judges whether a message is still to be sent. Facts that make it void also cancel it, but a transaction that began
 * before may queue a reminder afterwards, so the message is judged again before it is sent.
 */
export const judgeMessage = (message: Judged, now: Date): MessageVerdict => {
  if (isVoid(message)) return 'void';
  const until = worthUntil(message);
  const isLate = until !== null && until <= now;
  if (message.kind === 'invite_cancelled') return isLate ? 'late' : 'send';
  return isLate || message.invite?.has_expired || message.signature?.has_expired ? 'late' : 'send';
};

/** Gives the time until which a message is worth sending: a reminder of 24 hours gives way to that of one hour. */
export const worthUntil = ({ kind, expires_at }: Pick<Judged, 'kind' | 'expires_at'>): Date | null =>
  expires_at && kind.startsWith('reminder_') && kind.endsWith('_24h')
    ? new Date(expires_at.getTime() - HOUR_MS)
    : expires_at;

const HOUR_MS = 3_600_000;

const isVoid = (message: Judged): boolean => {
  // An operator who is no member has nothing that could end.
  if (message.kind === 'report_ready') return message.member?.is_over ?? false;
  if (message.kind === 'invite_cancelled') return !message.invite?.is_over && isStillAhead(message);
  if (message.invite?.is_over) return true;
  if (message.member?.is_over) return true;
  const isReminder = message.kind.startsWith('reminder_');
  if (message.member && !isReminder) return false;
  // A report is signed after the session's end.
  if (message.signature) return message.signature.is_over;
  if (message.endpoint) {
    const { active, failing_since } = message.endpoint;
    return active || (message.kind === 'endpoint_disabled' && failing_since === null);
  }
  return isReminder ? !isStillAhead(message) : !isStillLive(message.session_status);
};

// A reminder and a cancellation expire at the appointment that they tell of, so another time in the session means that
// it has moved.
const isStillAhead = ({ session_status, scheduled_for, expires_at }: Judged): boolean =>
  session_status === 'created' && scheduled_for?.getTime() === expires_at?.getTime();

const isStillLive = (status: string | null): boolean => status !== 'closed' && status !== 'expired';
