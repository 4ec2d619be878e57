import type { Context } from '../../context.ts';
import type { FoundMessage } from './claim-message.ts';
import { composeCalendar } from './messages/compose-calendar.ts';
import { formatMessage } from './messages/format-catalogue-message.ts';
import { formatZonedTime } from './messages/format-zoned-time.ts';

const KINDS = new Set(['invite', 'reminder_invitee_24h', 'reminder_invitee_1h']);

/**
 * The session for the calendar of who is invited, with the e-mails that tell of its time. It has neither the link nor
 * anybody's name: calendars are shared.
 */
export const describeCalendar = (
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  { kind, locale, invite, scheduled_for, session_sequence, time_zone, organisation_name }: FoundMessage,
): string | undefined => {
  if (!KINDS.has(kind) || !invite || !scheduled_for) return undefined;
  const time = formatZonedTime(locale, scheduled_for, time_zone);
  return composeCalendar({
    uid: `${invite.id}@${new URL(config.baseUrl).hostname}`,
    sequence: session_sequence ?? 0,
    writtenAt: clock.now(),
    startsAt: scheduled_for,
    summary: formatMessage(locale, 'invite.email.subject', { organisation: organisation_name }),
    description: `${formatMessage(locale, 'email.scheduled_label')}: ${time}`,
  });
};
