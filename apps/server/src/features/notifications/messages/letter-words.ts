import type { LocaleCode } from '@field-inspection/contract';
import { languageTag } from '../../../platform/words/language-tag.ts';
import { formatMessage, type MessageKey } from './format-catalogue-message.ts';
import { formatZonedTime } from './format-zoned-time.ts';
import type { LetterBlock, Wording } from './letter.ts';
import { toSingleLine } from './to-plain-lines.ts';

type Values = Record<string, string | number>;
export type Words = ReturnType<typeof wordsOf>;

/** Gives the words of a letter: the catalogue's in its language, times in its zone, and blocks made of them. */
export const wordsOf = ({ locale, timeZone = 'UTC' }: Wording) => {
  const say = (key: MessageKey, values?: Values): string => formatMessage(locale, key, values);
  return {
    locale,
    say,
    sayTime: (time: Date): string => formatZonedTime(locale, time, timeZone),
    paragraph: (key: MessageKey, values?: Values): LetterBlock => ({
      kind: 'paragraph',
      text: say(key, values),
    }),
    fact: (key: MessageKey, value: string): LetterBlock => ({
      kind: 'fact',
      label: say(key),
      value: toSingleLine(value),
    }),
  };
};

/** The parts of a letter to a person who is named. */
export const inviteeFrame = (
  { locale, say }: Words,
  to: { organisationName: string; firstName: string },
) => ({
  locale,
  greeting: toSingleLine(to.firstName)
    ? say('email.greeting_named', { name: to.firstName })
    : say('email.greeting'),
  variables: { organisation: to.organisationName },
  footer: say('email.footer_invitee'),
});

/** The parts of a letter that names nobody. */
export const operatorFrame = ({ locale, say }: Words, to: { organisationName: string }) => ({
  locale,
  greeting: say('email.greeting'),
  variables: { organisation: to.organisationName },
  footer: say('email.footer_operator', { organisation: to.organisationName }),
});

const MINUTE_MS = 60_000;
const MINUTES_OF_HOUR = 60;
/** Minutes that an ordinary mail may take: a reminder late by less still says the whole hour. */
const SLACK_MINUTES = 5;

/** Formats the time until a beginning in the words of the locale: "in 24 hours", "in 40 minutes". */
export const formatLead = (locale: LocaleCode, ms: number): string => {
  const format = new Intl.RelativeTimeFormat(languageTag(locale), { numeric: 'always' });
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  if (minutes < MINUTES_OF_HOUR - SLACK_MINUTES) return format.format(minutes, 'minute');
  return format.format(Math.max(1, Math.round(minutes / MINUTES_OF_HOUR)), 'hour');
};
