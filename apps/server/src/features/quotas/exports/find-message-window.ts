import type { Context } from '../../../context.ts';

/** A day, in which an organisation's messages and one-time codes count against its plan. */
export const DAY_SECONDS = 86_400;
export const subjectOfMessages = (organisationId: string): string => `organisation:${organisationId}`;
export const subjectOfCodes = (organisationId: string): string => `codes:${organisationId}`;

/**
 * Gives the window that counts a subject's messages now: fixed windows of this many seconds. The subject is hashed,
 * since an address must not be readable in it.
 */
export const findMessageWindow = (
  { keyring }: Pick<Context, 'keyring'>,
  { subject, windowSeconds, now }: { subject: string; windowSeconds: number; now: Date },
): { key: Buffer; startsAt: number } => ({
  key: keyring.sign('message-window', subject),
  startsAt: Math.floor(now.getTime() / 1000 / windowSeconds) * windowSeconds,
});
