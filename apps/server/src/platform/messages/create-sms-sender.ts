import { requestOnce } from '../host-fetch/request-once.ts';
import { MessageRefusedError } from './message-refused-error.ts';

/** After a rejected promise the same client reference may be tried again, unless it is a MessageRefusedError. */
export type SmsSender = { send: (message: SmsMessage) => Promise<void> };

export type SmsMessage = {
  to: string;
  text: string;
  /** The id of the message's row, the same at every attempt: the gateway can drop a second copy. */
  clientRef: string;
};

export type SmsSenderOptions = {
  /** `user:password@` becomes basic authentication. Without an address every SMS fails. */
  smsUrl: string | undefined;
  timeoutMs?: number;
};

/** POSTs `{ to, text, client_ref }` as JSON. Any 2xx means taken; redirects are not followed. */
export const createSmsSender = ({ smsUrl, timeoutMs = 10_000 }: SmsSenderOptions): SmsSender => {
  if (!smsUrl) return { send: () => Promise.reject(new Error('SMS_URL: is missing; set it to send SMS')) };
  const url = new URL(smsUrl);
  const credentials = readCredentials(url);
  return {
    send: async ({ to, text, clientRef }: SmsMessage) => {
      const ended = new AbortController();
      const { statusCode } = await requestOnce(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...credentials },
        body: JSON.stringify({ to, text, client_ref: clientRef }),
        signal: AbortSignal.any([ended.signal, AbortSignal.timeout(timeoutMs)]),
      }).catch((cause: unknown) => {
        throw new Error('The SMS gateway did not answer: see the cause, and check SMS_URL', { cause });
      });
      // The status says all, so the body is not read.
      ended.abort();
      // Only the status: a gateway may echo the text, which can hold a code.
      if (statusCode >= 200 && statusCode <= 299) return;
      const words = `The SMS gateway answered ${statusCode}: check SMS_URL and the gateway's own log`;
      throw isRefusal(statusCode) ? new MessageRefusedError('refused', words) : new Error(words);
    },
  };
};

/** These may change: too slow, too early, too much, and a sign-in that the host's operator mends. */
const NOT_FOR_GOOD = new Set([401, 403, 407, 408, 425, 429]);

const isRefusal = (status: number): boolean => status >= 400 && status <= 499 && !NOT_FOR_GOOD.has(status);

const readCredentials = ({ username, password }: URL): { authorization?: string } => {
  if (!username && !password) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
};
