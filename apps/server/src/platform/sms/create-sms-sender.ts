import { join } from 'node:path';
import { createHttpSms } from './create-http-sms.ts';
import { createOutboxSms } from '../../demo/outbox/create-outbox-sms.ts';
import type { SmsSender } from './sms-sender.ts';

export type { SmsMessage, SmsSender } from './sms-sender.ts';

export type SmsSenderOptions = {
  config: { demo: boolean; dataDir: string };
  smsUrl: string | undefined;
  clock: { now: () => Date };
};

/** The gateway of SMS_URL; in demo mode, without one, the outbox folder; else every SMS fails. */
export const createSmsSender = ({ config, smsUrl, clock }: SmsSenderOptions): SmsSender => {
  if (smsUrl) return createHttpSms({ smsUrl });
  if (config.demo) return createOutboxSms({ outboxDir: join(config.dataDir, 'outbox'), clock });
  return { send: () => Promise.reject(new Error('SMS_URL: is missing; set it to send SMS')) };
};
