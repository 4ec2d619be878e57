import type { LocaleCode } from '@field-inspection/contract';
import { languageTag } from '../../../platform/words/language-tag.ts';

const MINUTE_MS = 60_000;
const MINUTES_OF_HOUR = 60;
/** A mail that takes a while is no reminder that waited. */
const SLACK_MINUTES = 5;

/** How soon something begins, in the words of the locale: "in 24 hours", "in 40 minutes". */
export const formatLead = (locale: LocaleCode, ms: number): string => {
  const format = new Intl.RelativeTimeFormat(languageTag(locale), { numeric: 'always' });
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  if (minutes < MINUTES_OF_HOUR - SLACK_MINUTES) return format.format(minutes, 'minute');
  return format.format(Math.max(1, Math.round(minutes / MINUTES_OF_HOUR)), 'hour');
};
