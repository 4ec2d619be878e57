import type { Mailer } from '../../platform/mailer/mailer.ts';
import { writeOutboxFile } from './write-outbox-file.ts';

/** Demo mode: e-mails become files that the outbox page shows. */
export const createOutboxMailer = (options: { outboxDir: string; clock: { now: () => Date } }): Mailer => ({
  send: ({ to, subject, text, html, messageId }) =>
    writeOutboxFile(options.outboxDir, {
      channel: 'email',
      to,
      subject,
      text,
      html,
      message_id: messageId,
      created_at: options.clock.now().toISOString(),
    }),
});
