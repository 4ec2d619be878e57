import { createSmtpMailer } from './create-smtp-mailer.ts';
import type { Mailer } from './mailer.ts';

export type { EmailMessage, Mailer } from './mailer.ts';

/** The mail server of SMTP_URL. */
export const createMailer = ({
  config,
  smtpUrl,
  clock,
}: {
  config: { mailFrom: string };
  smtpUrl: string | undefined;
  clock: { now: () => Date };
}): Mailer => {
  if (!smtpUrl) throw new Error('SMTP_URL: is missing; invites and codes are sent by e-mail');
  return createSmtpMailer({ smtpUrl, from: config.mailFrom, clock });
};
