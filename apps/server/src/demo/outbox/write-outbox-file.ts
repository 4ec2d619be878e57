import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One file of the outbox. */
export type OutboxMessage = {
  to: string;
  text: string;
  message_id: string;
  /** ISO 8601, UTC. */
  created_at: string;
} & ({ channel: 'email'; subject: string; html: string } | { channel: 'sms' });

/** Writes `{time}_{message id}.{channel}.json`, whole or not at all; names sort by time. */
export const writeOutboxFile = async (outboxDir: string, message: OutboxMessage): Promise<void> => {
  // No colon: Windows refuses it in names.
  const time = message.created_at.replaceAll(':', '-');
  const name = `${time}_${encodeURIComponent(message.message_id)}.${message.channel}.json`;
  await mkdir(outboxDir, { recursive: true, mode: 0o700 });
  // Codes in clear: for this user only. A reader that lists *.json never sees half a file.
  const partial = join(outboxDir, `.${name}.partial`);
  await writeFile(partial, `${JSON.stringify(message, null, 2)}\n`, { mode: 0o600 });
  await rename(partial, join(outboxDir, name));
};
