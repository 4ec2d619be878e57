import type { LocaleCode } from '@field-inspection/contract';
import { languageTag } from '../../../platform/words/language-tag.ts';
import { nameOffset } from './name-offset.ts';

/** A moment in the words of the locale, in a time zone that is named with its offset of that day. */
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
  // Not timeZoneName: Greek writes UTC out, in 29 characters.
  return `${format.format(time)} ${timeZone === offset ? offset : `(${timeZone}, ${offset})`}`;
};
