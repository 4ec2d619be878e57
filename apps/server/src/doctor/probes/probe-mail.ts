import { createTransport } from 'nodemailer';
import { off, ok, type Examined, type Probe } from './finding.ts';

const TIMEOUT_MS = 4_500;

/** The mail server: its greeting, its certificate, and the password. Nothing is sent. */
export const probeMail = ({ secrets: { smtpUrl } }: Examined): Probe => ({
  part: 'mail',
  remedy: 'Check SMTP_URL: smtp://user:password@host:587, or smtps:// on 465, both parts percent-encoded.',
  run: async () => {
    if (!smtpUrl) return off('SMTP_URL is not set: demo mode keeps mail in its outbox.');
    const transport = createTransport({
      url: smtpUrl,
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
    return ok(`The mail server ${found}. Whether it delivers shows only when a mail is sent.`);
  },
});
