import { composeLetter, type EmailRequest } from './compose-letter.ts';
import { dressLetter, type LetterBrand, type LetterDress } from './dress-letter.ts';
import { formatMessage } from './format-catalogue-message.ts';
import { formatShortTime } from './format-zoned-time.ts';
import { fillVariables } from './fill-letter.ts';
import type { Letter, LetterBlock, Wording } from './letter.ts';
import type { Asks, SmsKind, SmsValues } from './message-values.ts';
import { renderLetterHtml } from './render-letter-html.ts';
import { toSingleLine } from './to-plain-lines.ts';

export type { EmailRequest } from './compose-letter.ts';

export type SmsRequest = { [K in SmsKind]: Wording & { kind: K; values: SmsValues[K] } }[SmsKind];
export type EmailContent = { subject: string; text: string; html: string };
export type SmsContent = { text: string };

/** Renders a message as it is sent: subject, text and HTML of an e-mail, the text of an SMS. */
export function renderMessage(request: EmailRequest, brand?: LetterBrand): EmailContent;
export function renderMessage(request: SmsRequest): SmsContent;
export function renderMessage(
  request: EmailRequest | SmsRequest,
  brand?: LetterBrand,
): EmailContent | SmsContent;
export function renderMessage(
  request: EmailRequest | SmsRequest,
  brand?: LetterBrand,
): EmailContent | SmsContent {
  switch (request.kind) {
    case 'invite_sms': {
      const { asks, scheduledFor, joinUrl: url } = request.values;
      // The service's text lists the shots that are asked for: an own text of the invite has no place for them.
      if (asks)
        return { text: renderLinkSms('more.sms', { ...request, own: null }, { url, ...nameAsks(asks) }) };
      if (!scheduledFor) return { text: renderLinkSms('invite.sms', request, { url }) };
      const schedule = nameAppointment(request, scheduledFor);
      return { text: renderLinkSms('invite.scheduled.sms', request, { url, schedule }) };
    }
    case 'signature_request_sms':
      return { text: renderLinkSms('signature.sms', request, { url: request.values.signUrl }) };
    case 'otp_sms':
      return { text: renderCodeSms('otp.sms', request) };
    case 'signature_otp_sms':
      return { text: renderCodeSms('signature.code.sms', request) };
    default:
      return renderEmail(request, brand);
  }
}

/** The most characters of the asked shots in an SMS; the page behind the link shows all of them. */
const ASKS_SMS_CHARACTERS = 200;

const nameAsks = ({ labels, message }: Asks): { what: string } => {
  const what = [...toSingleLine(labels.length > 0 ? labels.join(', ') : message)];
  const isLong = what.length > ASKS_SMS_CHARACTERS;
  return { what: isLong ? `${what.slice(0, ASKS_SMS_CHARACTERS - 1).join('')}…` : what.join('') };
};

// The time comes with its label, so that an own text with a place for it leaves nothing behind without an appointment.
const nameAppointment = ({ locale, timeZone = 'UTC' }: Wording, time: Date): string =>
  `${formatMessage(locale, 'email.scheduled_label', {})}: ${formatShortTime(locale, time, timeZone)}`;

const renderLinkSms = (
  key: 'invite.sms' | 'invite.scheduled.sms' | 'more.sms' | 'signature.sms',
  {
    locale,
    timeZone = 'UTC',
    own,
    values,
  }: Wording & { values: SmsValues['invite_sms' | 'signature_request_sms'] },
  { url, ...more }: { url: string; schedule?: string; what?: string },
): string => {
  const organisation = values.organisationName;
  const time = formatShortTime(locale, values.expiresAt, timeZone);
  if (own?.sms)
    return toSingleLine(fillVariables(own.sms, { organisation, expires: time, link: url, ...more }));
  return formatMessage(locale, key, { organisation, time, url, ...more });
};

const renderCodeSms = (
  key: 'otp.sms' | 'signature.code.sms',
  { locale, own, values }: Wording & { values: SmsValues['otp_sms'] },
): string => {
  const { organisationName: organisation, code, baseUrl } = values;
  const minutes = Math.ceil(values.codeLifetimeMs / 60_000);
  const text = own?.sms
    ? toSingleLine(fillVariables(own.sms, { organisation, code, minutes: String(minutes) }))
    : formatMessage(locale, key, { organisation, code, minutes });
  // Origin-bound one-time codes (WICG): browsers fill in the code of the last line on that host only.
  return `${text}\n\n@${new URL(baseUrl).hostname} #${code}`;
};

const renderEmail = (request: EmailRequest, brand?: LetterBrand): EmailContent => {
  const letter = {
    ...composeLetter(request),
    ...(brand?.isSet ? { dress: dressLetter(request.locale, brand) } : {}),
  };
  return { subject: letter.subject, text: renderLetterText(letter), html: renderLetterHtml(letter) };
};

/** Renders the text alternative of a letter, with all content of its HTML. */
const renderLetterText = (letter: Letter): string => {
  const { greeting, blocks, footer, dress, sender = '' } = letter;
  const signed = [sender, footer].filter((line) => line !== '').join('\n');
  return `${[greeting, ...blocks.map(renderBlock), `-- \n${signed}`, ...(dress ? renderDress(dress) : [])].join('\n\n')}\n`;
};

const renderDress = ({ footer, links }: LetterDress): string[] =>
  [footer.join('\n'), links.map(({ label, url }) => `${label}: ${url}`).join('\n')].filter(
    (part) => part !== '',
  );

const renderBlock = (block: LetterBlock): string => {
  switch (block.kind) {
    case 'paragraph':
      return block.text;
    case 'fact':
      return `${block.label}: ${block.value}`;
    case 'quote':
      // Notes are quoted, so that they can't pass for the letter's own words.
      return [`${block.label}:`, ...block.lines.map((line) => `> ${line}`.trimEnd())].join('\n');
    case 'link':
      return `${block.label}:\n${block.url}`;
    case 'code':
      return `    ${block.code}`;
    case 'contact':
      return [`${block.label}: ${block.name}`, block.phone, block.email]
        .filter((line) => line !== '')
        .join('\n');
  }
};
