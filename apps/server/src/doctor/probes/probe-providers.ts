import { createTransport } from 'nodemailer';
import { off, ok, warn, type Examined, type Probe, Fault } from './finding.ts';
import { requestOnce } from '../../platform/host-fetch/request-once.ts';
import { proxyOf } from '../../platform/messages/create-mailer.ts';
import { openBilling } from '../../platform/billing/open-billing.ts';

const TIMEOUT_MS = 4_500;

export const probeMail = ({ config, secrets: { smtpUrl } }: Examined): Probe => ({
  part: 'mail',
  remedy: 'Check SMTP_URL: smtp://user:password@host:587, or smtps:// on 465, both parts percent-encoded.',
  run: async () => {
    if (!smtpUrl) return off('SMTP_URL is not set: demo mode keeps mail in its outbox.');
    const transport = createTransport({
      url: smtpUrl,
      ...proxyOf(smtpUrl),
      dnsTimeout: TIMEOUT_MS,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
    try {
      await transport.verify();
    } finally {
      transport.close();
    }
    const { password } = new URL(smtpUrl);
    const found = password ? 'answers and takes the password' : 'answers; no password is set';
    const verdict = ok(`The mail server ${found}. Whether it delivers shows only when a mail is sent.`);
    return /@localhost\b/.test(config.mailFrom) ? [verdict, FROM_NOBODY] : verdict;
  },
});

const FROM_NOBODY = warn(
  'MAIL_FROM names a sender at localhost, which many mail servers refuse. Set it to an address of yours.',
);

/** Nothing is sent: a HEAD request has no message. */
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
    const ended = new AbortController();
    const { statusCode } = await requestOnce(url, {
      method: 'HEAD',
      headers: readCredentials(url),
      signal: AbortSignal.any([ended.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    ended.abort();
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

/** Stripe: whether it takes the key, and knows the price of each plan. Nothing is sold. */
export const probeBilling = ({ config, secrets }: Examined): Probe => ({
  part: 'billing',
  remedy: 'Check STRIPE_SECRET_KEY and STRIPE_PRICES.',
  run: async () => {
    const billing = await openBilling(config, secrets);
    if (!billing) return off('STRIPE_SECRET_KEY is not set: script/admin sets plans by hand.');
    const faults = await billing.findPriceFaults();
    if (faults.length > 0) throw new Fault(faults.join(' '));
    return ok(
      `Stripe takes the key, and has a price for ${billing.plans.join(', ')}. Whether its events arrive shows only when one is sent.`,
    );
  },
});
