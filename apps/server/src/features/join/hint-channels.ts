import type { Participant } from '#prisma';
import { maskEmail, maskPhone } from '../notifications/exports/mask-recipient.ts';
import { listChannels } from '../participants/exports/list-channels.ts';

/** Where a code goes, for whoever holds the link: the person knows it again, and nobody else learns it. */
export const hintChannels = (invite: Pick<Participant, 'recipient_email' | 'recipient_phone'>) => ({
  channels: listChannels(invite).map(({ channel }) => channel),
  channel_hint_email: invite.recipient_email ? maskEmail(invite.recipient_email) : null,
  channel_hint_phone: invite.recipient_phone ? maskPhone(invite.recipient_phone) : null,
});

/** The same of a code that no message carries: whoever has the link asks for one. */
export const SENT_NOWHERE = { channels: [], channel_hint_email: null, channel_hint_phone: null };
