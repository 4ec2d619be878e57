import { request } from 'undici';
import { Fault, off, ok, type Examined, type Probe } from './finding.ts';

const TIMEOUT_MS = 4_500;

/** The SMS gateway: whether it answers. Nothing is sent: a HEAD request has no message. */
export const probeSms = ({ config, secrets: { smsUrl } }: Examined): Probe => ({
  part: 'sms',
  remedy: 'Check SMS_URL: https://user:password@host/path, both parts percent-encoded.',
  run: async () => {
    if (!smsUrl) {
      return off(
        config.demo
          ? 'SMS_URL is not set: demo mode keeps texts in its outbox.'
          : 'SMS_URL is not set: no SMS is sent.',
      );
    }
    const url = new URL(smsUrl);
    const { statusCode, body } = await request(url, {
      method: 'HEAD',
      headers: readCredentials(url),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await body.dump().catch(() => {});
    if (statusCode === 401 || statusCode === 403) {
      throw new Fault(`The gateway refuses the user or the password (${statusCode}).`);
    }
    if (statusCode >= 500) throw new Fault(`The gateway answers ${statusCode}: it has a fault of its own.`);
    return ok(`The gateway answers (${statusCode}). Whether it takes a message shows only when one is sent.`);
  },
});

const readCredentials = ({ username, password }: URL): Record<string, string> => {
  if (!username && !password) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
};
