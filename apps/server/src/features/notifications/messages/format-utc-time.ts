import type { LocaleCode } from '@field-inspection/contract';
import { languageTag } from '../../../platform/words/language-tag.ts';

const STYLES = {
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** For an SMS, where every character counts. */
  short: { day: 'numeric', month: 'short', year: 'numeric' },
} as const;

/** A moment in the words of the locale and in UTC, since neither organisation nor invite has a time zone. */
export const formatUtcTime = (
  locale: LocaleCode,
  time: Date,
  style: keyof typeof STYLES = 'long',
): string => {
  const format = new Intl.DateTimeFormat(languageTag(locale), {
    ...STYLES[style],
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  // Not timeZoneName: Greek writes it out, in 29 characters.
  return `${format.format(time)} UTC`;
};
