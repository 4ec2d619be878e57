import type { EmailMessage, Mailer } from '../platform/messages/create-mailer.ts';
import type { SmsMessage, SmsSender } from '../platform/messages/create-sms-sender.ts';

/** Keeps what would have been sent; `failNext` makes the next sends fail. */
export const createFakePost = () => {
  const emails: EmailMessage[] = [];
  const texts: SmsMessage[] = [];
  let failures = 0;
  const fail = () => {
    if (failures === 0) return;
    failures -= 1;
    throw new Error('the fake post is told to fail');
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
  return { emails, texts, mailer, sms, failNext: (count: number) => void (failures = count) };
};
