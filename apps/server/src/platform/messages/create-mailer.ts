import { destinationOf } from '../egress-proxy/choose-proxy.ts';
import { findProxy } from '../egress-proxy/lead-out.ts';
import { inSpan } from '../tracing/trace.ts';
import { judgeSmtpRefusal } from './judge-smtp-refusal.ts';
import { MessageRefusedError } from './message-refused-error.ts';
import { readSender } from './read-sender.ts';

/** After a rejected promise the same message id may be tried again, unless it is a MessageRefusedError. */
export type Mailer = { send: (message: EmailMessage) => Promise<void> };

export type EmailMessage = {
  to: string;
  /** The name beside the address of MAIL_FROM; empty for MAIL_FROM's own name. */
  fromName?: string;
  subject: string;
  text: string;
  html: string;
  /** RFC 5545; its METHOD says how calendars take it over. */
  calendar?: string | undefined;
  /** The id of the message's row: the Message-ID header is the same at every attempt. */
  messageId: string;
  headers?: Record<string, string>;
};

export type MailerOptions = {
  /** SMTP_URL. Only demo mode goes without, with a mailer of its own. */
  smtpUrl: string | undefined;
  from: string;
  clock: { now: () => Date };
  timeoutMs?: number;
  totalMs?: number;
};

const SPAN = { name: 'call mail server', kind: 'client' } as const;

/** Less than the message's lease (claim-message.ts): past that, another attempt would send it, too. */
const TOTAL_MS = 25_000;

/** A reply has some hundred bytes. The library's own limit is 1 MiB. */
const MAX_RESPONSE_BYTES = 65_536;

/** All of a conversation takes 25 s at most: a server that says a byte now and then is never silent for 10 s. */
export const createMailer = ({
  smtpUrl,
  from,
  clock,
  timeoutMs = 10_000,
  totalMs = TOTAL_MS,
}: MailerOptions): Mailer => {
  if (!smtpUrl) throw new Error('SMTP_URL: is missing; invites and codes are sent by e-mail');
  const { name, address } = readSender(from);
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return {
    send: async ({ to, fromName, subject, text, html, calendar, messageId, headers }: EmailMessage) => {
      const message = {
        // In an object the name stays a name, whatever it holds.
        from: { name: keepWords(fromName || name), address },
        // An object is one address; a string is parsed as a list, in which a comma adds a recipient.
        to: { name: '', address: to },
        subject: keepWords(subject),
        text,
        html,
        ...(calendar && {
          icalEvent: { ...readMethod(calendar), filename: 'inspection.ics', content: calendar },
        }),
        // Mail servers and readers then drop a second copy (RFC 5322 3.6.4).
        messageId: `<${messageId}@${domain}>`,
        date: clock.now(),
        headers: { ...headers, ...AUTOMATIC },
        signal: AbortSignal.timeout(totalMs),
      };
      const transport = await openTransport(smtpUrl, timeoutMs);
      await inSpan(SPAN, () => transport.sendMail(message)).catch((cause: unknown) => {
        const refusal = judgeSmtpRefusal(cause);
        if (refusal) {
          throw new MessageRefusedError(
            refusal,
            'The mail server refused the message for good: see the cause, and check SMTP_URL',
            {
              cause,
            },
          );
        }
        throw new Error('The mail server did not take the message: see the cause, and check SMTP_URL', {
          cause,
        });
      });
    },
  };
};

const openTransport = async (url: string, timeoutMs: number) => {
  // nodemailer is large: it is loaded only where it is needed.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    ...proxyOf(url),
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    maxResponseSize: MAX_RESPONSE_BYTES,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

/** The library asks the proxy for a tunnel. */
export const proxyOf = (smtpUrl: string): { proxy?: string } => {
  const proxy = findProxy(destinationOf(new URL(smtpUrl)));
  return proxy ? { proxy: proxy.href } : {};
};

// An encoded word (RFC 2047) in an ASCII text would be read as its meaning: an address in a name, or marks that turn
// the text behind it.
const keepWords = (text: string): string => text.replaceAll('=?', '= ?');

// Against out-of-office replies: RFC 3834, and Exchange's own header.
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

// RFC 6047 asks that the mail, too, says the method.
const readMethod = (calendar: string) => ({
  method: /^METHOD:([A-Z]+)\r?$/m.exec(calendar)?.[1] ?? 'PUBLISH',
});
