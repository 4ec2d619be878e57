import { request } from 'undici';
import type { SmsMessage, SmsSender } from './sms-sender.ts';

export type HttpSmsOptions = {
  /** The gateway's address; `user:password@` becomes basic authentication. */
  smsUrl: string;
  timeoutMs?: number;
};

const RESPONSE_MAX_BYTES = 65_536;

/** POSTs `{ to, text, client_ref }` as JSON to a gateway. Any 2xx means taken; redirects are not followed. */
export const createHttpSms = ({ smsUrl, timeoutMs = 10_000 }: HttpSmsOptions): SmsSender => {
  const url = new URL(smsUrl);
  const credentials = readCredentials(url);
  return {
    send: async ({ to, text, clientRef }: SmsMessage) => {
      const { statusCode, body } = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...credentials },
        body: JSON.stringify({ to, text, client_ref: clientRef }),
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((cause: unknown) => {
        throw new Error('The SMS gateway did not answer: see the cause, and check SMS_URL', { cause });
      });
      // The request's deadline ends this too; the status has been given by then.
      await body.dump({ limit: RESPONSE_MAX_BYTES }).catch(() => {});
      // The status only: a gateway may echo the text, which can hold a code.
      if (statusCode < 200 || statusCode > 299) {
        throw new Error(`The SMS gateway answered ${statusCode}: check SMS_URL and the gateway's own log`);
      }
    },
  };
};

const readCredentials = ({ username, password }: URL): { authorization?: string } => {
  if (!username && !password) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
};
