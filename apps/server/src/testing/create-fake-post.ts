import type { EmailMessage, Mailer } from '../platform/messages/create-mailer.ts';
import type { SmsMessage, SmsSender } from '../platform/messages/create-sms-sender.ts';

/** `failNext` makes the next sends fail with this error. */
export const createFakePost = () => {
  const emails: EmailMessage[] = [];
  const texts: SmsMessage[] = [];
  let failures = 0;
  let failure: Error;
  const fail = () => {
    if (failures === 0) return;
    failures -= 1;
    throw failure;
  };
  const mailer: Mailer = {
    send: async (message) => {
      fail();
      emails.push(message);
    },
  };
  const sms: SmsSender = {
    send: async (message) => {
      fail();
      texts.push(message);
    },
  };
  const failNext = (count: number, error: Error = new Error('the fake post is told to fail')): void => {
    failures = count;
    failure = error;
  };
  return { emails, texts, mailer, sms, failNext };
};
