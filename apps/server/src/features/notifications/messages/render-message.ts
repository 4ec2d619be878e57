import type { LocaleCode } from '@field-inspection/contract';
import { composeLetter, type EmailRequest } from './compose-letter.ts';
import { formatMessage } from './format-catalogue-message.ts';
import { formatUtcTime } from './format-utc-time.ts';
import type { SmsKind, SmsValues } from './message-values.ts';
import { renderLetterHtml } from './render-letter-html.ts';
import { renderLetterText } from './render-letter-text.ts';

export type { EmailRequest } from './compose-letter.ts';

export type SmsRequest = { [K in SmsKind]: { kind: K; locale: LocaleCode; values: SmsValues[K] } }[SmsKind];
export type EmailContent = { subject: string; text: string; html: string };
export type SmsContent = { text: string };

/** A message as it is sent: subject, text and HTML of an e-mail, the text of an SMS. */
export function renderMessage(request: EmailRequest): EmailContent;
export function renderMessage(request: SmsRequest): SmsContent;
export function renderMessage(request: EmailRequest | SmsRequest): EmailContent | SmsContent;
export function renderMessage(request: EmailRequest | SmsRequest): EmailContent | SmsContent {
  switch (request.kind) {
    case 'invite_sms':
      return { text: renderInviteSms(request.locale, request.values) };
    case 'otp_sms':
      return { text: renderCodeSms(request.locale, request.values) };
    default:
      return renderEmail(request);
  }
}

const renderInviteSms = (locale: LocaleCode, values: SmsValues['invite_sms']): string =>
  formatMessage(locale, 'invite.sms', {
    organisation: values.organisationName,
    time: formatUtcTime(locale, values.expiresAt, 'short'),
    url: values.joinUrl,
  });

const renderCodeSms = (locale: LocaleCode, values: SmsValues['otp_sms']): string => {
  const text = formatMessage(locale, 'otp.sms', {
    organisation: values.organisationName,
    code: values.code,
    minutes: Math.ceil(values.codeLifetimeMs / 60_000),
  });
  // Origin-bound one-time codes (WICG): browsers fill in the code of the last line on that host only.
  return `${text}\n\n@${new URL(values.baseUrl).hostname} #${values.code}`;
};

const renderEmail = (request: EmailRequest): EmailContent => {
  const letter = composeLetter(request);
  return { subject: letter.subject, text: renderLetterText(letter), html: renderLetterHtml(letter) };
};
