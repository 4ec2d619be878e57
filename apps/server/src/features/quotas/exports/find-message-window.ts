import type { Context } from '../../../context.ts';

/** The days of an organisation against its plan: one of its messages, one of its one-time codes. */
export const DAY_SECONDS = 86_400;
export const subjectOfMessages = (organisationId: string): string => `organisation:${organisationId}`;
export const subjectOfCodes = (organisationId: string): string => `codes:${organisationId}`;

/**
 * Where the messages of a subject are counted now: fixed windows of so many seconds. The subject is hashed, since an
 * address must not be readable there.
 */
export const findMessageWindow = (
  { keyring }: Pick<Context, 'keyring'>,
  { subject, windowSeconds, now }: { subject: string; windowSeconds: number; now: Date },
): { key: Buffer; startsAt: number } => ({
  key: keyring.sign('message-window', subject),
  startsAt: Math.floor(now.getTime() / 1000 / windowSeconds) * windowSeconds,
});
