import type { Participant } from '#prisma';

/** Where an invite's messages go. */
export const listChannels = ({
  recipient_email,
  recipient_phone,
}: Pick<Participant, 'recipient_email' | 'recipient_phone'>) => [
  ...(recipient_email ? [{ channel: 'email' as const, recipient: recipient_email }] : []),
  ...(recipient_phone ? [{ channel: 'sms' as const, recipient: recipient_phone }] : []),
];
