import type { LocaleCode } from '@field-inspection/contract';
import { languageTag } from '../../../platform/words/language-tag.ts';
import { nameOffset } from './name-offset.ts';

/** A moment for an SMS, where every character counts: with the offset, and without the name of the zone. */
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
