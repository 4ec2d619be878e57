import { upTo } from './text.ts';
import { isTimeZone, spellTimeZone } from './spell-time-zone.ts';

/** A time zone as requests may write it: a name of the IANA database, in whichever case. It is kept as spelt there. */
export const TimeZoneInput = upTo(64)
  .refine(isTimeZone, 'must be a time zone of the IANA database, such as Europe/Rome')
  .transform(spellTimeZone);
