import type { Context } from '../../context.ts';
import { readSender } from '../../platform/messages/read-sender.ts';
import type { FoundMessage } from './claim-message.ts';
import { composeCalendar } from './messages/compose-calendar.ts';
import { formatMessage } from './messages/format-catalogue-message.ts';
import { formatZonedTime } from './messages/format-zoned-time.ts';

const KINDS = new Set(['invite', 'reminder_invitee_24h', 'reminder_invitee_1h', 'invite_cancelled']);

/**
 * Describes the session for the invited person's calendar, in e-mails that bring its time or its cancellation. The
 * entry has neither the link nor a name: calendars are shared.
 */
export const describeCalendar = (
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  message: FoundMessage,
): string | undefined => {
  const { kind, locale, invite, session_sequence, time_zone, organisation_name } = message;
  const isCancelled = kind === 'invite_cancelled';
  const startsAt = isCancelled ? message.expires_at : message.scheduled_for;
  if (!KINDS.has(kind) || !invite || !startsAt) return undefined;
  const time = formatZonedTime(locale, startsAt, time_zone);
  return composeCalendar({
    method: isCancelled ? 'CANCEL' : 'PUBLISH',
    organizer: readSender(config.mailFrom).address,
    uid: `${invite.id}@${new URL(config.baseUrl).hostname}`,
    // A revoked invite does not change its session.
    sequence: (session_sequence ?? 0) + (isCancelled ? 1 : 0),
    writtenAt: clock.now(),
    startsAt,
    summary: formatMessage(locale, 'invite.email.subject', { organisation: organisation_name }),
    description: `${formatMessage(locale, 'email.scheduled_label')}: ${time}`,
  });
};
