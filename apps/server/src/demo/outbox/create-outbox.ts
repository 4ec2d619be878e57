import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mailer } from '../../platform/messages/create-mailer.ts';
import type { SmsSender } from '../../platform/messages/create-sms-sender.ts';

export type OutboxMessage = {
  to: string;
  text: string;
  message_id: string;
  created_at: string;
} & ({ channel: 'email'; from_name?: string; subject: string; html: string } | { channel: 'sms' });

type Outbox = { outboxDir: string; clock: { now: () => Date } };

export const createOutboxMailer = ({ outboxDir, clock }: Outbox): Mailer => ({
  send: ({ to, fromName, subject, text, html, messageId }) =>
    writeOutboxFile(outboxDir, {
      channel: 'email',
      to,
      ...(fromName ? { from_name: fromName } : {}),
      subject,
      text,
      html,
      message_id: messageId,
      created_at: clock.now().toISOString(),
    }),
});

export const createOutboxSms = ({ outboxDir, clock }: Outbox): SmsSender => ({
  send: ({ to, text, clientRef }) =>
    writeOutboxFile(outboxDir, {
      channel: 'sms',
      to,
      text,
      message_id: clientRef,
      created_at: clock.now().toISOString(),
    }),
});

/** The file is written whole or not at all; names sort by time. */
const writeOutboxFile = async (outboxDir: string, message: OutboxMessage): Promise<void> => {
  // The name has no colon, which Windows refuses.
  const time = message.created_at.replaceAll(':', '-');
  const name = `${time}_${encodeURIComponent(message.message_id)}.${message.channel}.json`;
  await mkdir(outboxDir, { recursive: true, mode: 0o700 });
  // Codes in clear: for this user only. A reader that lists *.json never sees half a file.
  const partial = join(outboxDir, `.${name}.partial`);
  await writeFile(partial, `${JSON.stringify(message, null, 2)}\n`, { mode: 0o600 });
  await rename(partial, join(outboxDir, name));
};
