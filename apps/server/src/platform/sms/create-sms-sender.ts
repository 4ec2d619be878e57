import { createHttpSms } from './create-http-sms.ts';
import type { SmsSender } from './sms-sender.ts';

export type { SmsMessage, SmsSender } from './sms-sender.ts';

/** The gateway of SMS_URL; without one every SMS fails. */
export const createSmsSender = (smsUrl: string | undefined): SmsSender =>
  smsUrl
    ? createHttpSms({ smsUrl })
    : { send: () => Promise.reject(new Error('SMS_URL: is missing; set it to send SMS')) };
