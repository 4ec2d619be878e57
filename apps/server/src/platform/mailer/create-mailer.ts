import { join } from 'node:path';
import { createOutboxMailer } from '../../demo/outbox/create-outbox-mailer.ts';
import { createSmtpMailer } from './create-smtp-mailer.ts';
import type { Mailer } from './mailer.ts';

export type { EmailMessage, Mailer } from './mailer.ts';

export type MailerOptions = {
  config: { demo: boolean; dataDir: string; mailFrom: string };
  smtpUrl: string | undefined;
  clock: { now: () => Date };
};

/** The mail server of SMTP_URL; in demo mode, without one, the outbox folder. */
export const createMailer = ({ config, smtpUrl, clock }: MailerOptions): Mailer => {
  if (smtpUrl) return createSmtpMailer({ smtpUrl, from: config.mailFrom, clock });
  // The outbox holds codes in clear: never outside demo mode.
  if (!config.demo) throw new Error('SMTP_URL: is missing; invites and codes are sent by e-mail');
  return createOutboxMailer({ outboxDir: join(config.dataDir, 'outbox'), clock });
};
