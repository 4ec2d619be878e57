import type { LocaleCode } from '@field-inspection/contract';
import { composeLetter, type EmailRequest } from './compose-letter.ts';
import { dressLetter, type LetterBrand } from './dress-letter.ts';
import { formatMessage } from './format-catalogue-message.ts';
import { formatUtcTime } from './format-utc-time.ts';
import type { Asks, SmsKind, SmsValues } from './message-values.ts';
import { toSingleLine } from './to-plain-lines.ts';
import { renderLetterHtml } from './render-letter-html.ts';
import { renderLetterText } from './render-letter-text.ts';

export type { EmailRequest } from './compose-letter.ts';

export type SmsRequest = { [K in SmsKind]: { kind: K; locale: LocaleCode; values: SmsValues[K] } }[SmsKind];
export type EmailContent = { subject: string; text: string; html: string };
export type SmsContent = { text: string };

/** A message as it is sent: subject, text and HTML of an e-mail, the text of an SMS. */
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
      const { asks, joinUrl, ...values } = request.values;
      const key = asks ? 'more.sms' : 'invite.sms';
      return {
        text: renderLinkSms(key, request.locale, {
          ...values,
          url: joinUrl,
          ...(asks ? nameAsks(asks) : {}),
        }),
      };
    }
    case 'signature_request_sms':
      return {
        text: renderLinkSms('signature.sms', request.locale, {
          ...request.values,
          url: request.values.signUrl,
        }),
      };
    case 'otp_sms':
      return { text: renderCodeSms('otp.sms', request.locale, request.values) };
    case 'signature_otp_sms':
      return { text: renderCodeSms('signature.code.sms', request.locale, request.values) };
    default:
      return renderEmail(request, brand);
  }
}

/** So many characters of what is asked for stand in an SMS; whoever opens the link sees all of it. */
const ASKS_SMS_CHARACTERS = 200;

const nameAsks = ({ labels, message }: Asks): { what: string } => {
  const what = [...toSingleLine(labels.length > 0 ? labels.join(', ') : message)];
  const isLong = what.length > ASKS_SMS_CHARACTERS;
  return { what: isLong ? `${what.slice(0, ASKS_SMS_CHARACTERS - 1).join('')}…` : what.join('') };
};

const renderLinkSms = (
  key: 'invite.sms' | 'more.sms' | 'signature.sms',
  locale: LocaleCode,
  values: { organisationName: string; url: string; expiresAt: Date; what?: string },
): string =>
  formatMessage(locale, key, {
    ...(values.what === undefined ? {} : { what: values.what }),
    organisation: values.organisationName,
    time: formatUtcTime(locale, values.expiresAt, 'short'),
    url: values.url,
  });

const renderCodeSms = (
  key: 'otp.sms' | 'signature.code.sms',
  locale: LocaleCode,
  values: SmsValues['otp_sms'],
): string => {
  const text = formatMessage(locale, key, {
    organisation: values.organisationName,
    code: values.code,
    minutes: Math.ceil(values.codeLifetimeMs / 60_000),
  });
  // Origin-bound one-time codes (WICG): browsers fill in the code of the last line on that host only.
  return `${text}\n\n@${new URL(values.baseUrl).hostname} #${values.code}`;
};

const renderEmail = (request: EmailRequest, brand?: LetterBrand): EmailContent => {
  const letter = {
    ...composeLetter(request),
    ...(brand?.isSet ? { dress: dressLetter(request.locale, brand) } : {}),
  };
  return { subject: letter.subject, text: renderLetterText(letter), html: renderLetterHtml(letter) };
};
