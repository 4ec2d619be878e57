import type { LocaleCode } from '@field-inspection/contract';
import { languageTag } from '../../../platform/words/language-tag.ts';

/** Formats a moment in the words of the locale, in a time zone that is named with its offset of that day. */
export const formatZonedTime = (locale: LocaleCode, time: Date, timeZone: string): string => {
  const format = new Intl.DateTimeFormat(languageTag(locale), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  const offset = nameOffset(time, timeZone);
  // timeZoneName is not used: in Greek it writes UTC out, in 29 characters.
  return `${format.format(time)} ${timeZone === offset ? offset : `(${timeZone}, ${offset})`}`;
};

/** Formats a moment for an SMS, where every character counts: with the offset, and without the name of the zone. */
export const formatShortTime = (locale: LocaleCode, time: Date, timeZone: string): string => {
  const format = new Intl.DateTimeFormat(languageTag(locale), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  return `${format.format(time)} ${nameOffset(time, timeZone)}`;
};

/** Names the offset of a time zone at a moment: `UTC+02:00`, or `UTC` for UTC itself. */
const nameOffset = (time: Date, timeZone: string): string =>
  timeZone === 'UTC'
    ? 'UTC'
    : new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
        .formatToParts(time)
        .find(({ type }) => type === 'timeZoneName')!
        .value.replace('GMT', 'UTC');
