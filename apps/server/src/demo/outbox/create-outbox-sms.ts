import { writeOutboxFile } from './write-outbox-file.ts';
import type { SmsSender } from '../../platform/sms/sms-sender.ts';

/** Demo mode: SMS become files that the outbox page shows. */
export const createOutboxSms = (options: { outboxDir: string; clock: { now: () => Date } }): SmsSender => ({
  send: ({ to, text, clientRef }) =>
    writeOutboxFile(options.outboxDir, {
      channel: 'sms',
      to,
      text,
      message_id: clientRef,
      created_at: options.clock.now().toISOString(),
    }),
});
