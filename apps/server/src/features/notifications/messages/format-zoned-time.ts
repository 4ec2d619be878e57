import type { LocaleCode } from '@field-inspection/contract';
import { languageTag } from '../../../platform/words/language-tag.ts';
import { formatUtcTime } from './format-utc-time.ts';

/** A moment in the words of the locale, in a time zone that is named with its offset of that day. */
export const formatZonedTime = (locale: LocaleCode, time: Date, timeZone: string): string => {
  if (timeZone === 'UTC') return formatUtcTime(locale, time);
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
  return `${format.format(time)} (${timeZone}, ${offsetOf(time, timeZone)})`;
};

const offsetOf = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')!
    .value.replace('GMT', 'UTC');
