import { LOCALES } from '@field-inspection/contract';
import { describe, expect, it, test } from 'vitest';
import { formatShortTime, formatZonedTime } from './format-zoned-time.ts';

test.each([
  ['2026-10-24T08:00:00Z', 'Europe/Rome', '24 October 2026 at 10:00 (Europe/Rome, UTC+02:00)'],
  ['2026-10-25T00:30:00Z', 'Europe/Rome', '25 October 2026 at 02:30 (Europe/Rome, UTC+02:00)'],
  ['2026-10-25T01:30:00Z', 'Europe/Rome', '25 October 2026 at 02:30 (Europe/Rome, UTC+01:00)'],
  ['2026-10-26T09:00:00Z', 'Europe/Rome', '26 October 2026 at 10:00 (Europe/Rome, UTC+01:00)'],
  ['2027-03-28T00:59:00Z', 'Europe/Rome', '28 March 2027 at 01:59 (Europe/Rome, UTC+01:00)'],
  ['2027-03-28T01:00:00Z', 'Europe/Rome', '28 March 2027 at 03:00 (Europe/Rome, UTC+02:00)'],
  ['2026-11-01T05:30:00Z', 'America/New_York', '1 November 2026 at 01:30 (America/New_York, UTC-04:00)'],
  ['2026-11-01T06:30:00Z', 'America/New_York', '1 November 2026 at 01:30 (America/New_York, UTC-05:00)'],
  ['2026-11-01T06:30:00Z', 'Asia/Kathmandu', '1 November 2026 at 12:15 (Asia/Kathmandu, UTC+05:45)'],
  ['2026-11-01T06:30:00Z', 'Europe/London', '1 November 2026 at 06:30 (Europe/London, UTC+00:00)'],
  ['2026-11-01T06:30:00Z', 'UTC', '1 November 2026 at 06:30 UTC'],
])('%s in %s is read with its offset: %s', (time, zone, words) => {
  expect(formatZonedTime('en', new Date(time), zone)).toMatch(
    new RegExp(`, ${words.replace(/[()+]/g, '\\$&')}$`),
  );
});

test.each(LOCALES)(
  'in %s an SMS says it in short, with the offset and without the name of the zone',
  (locale) => {
    const say = (time: string) => formatShortTime(locale, new Date(time), 'Europe/Rome');
    expect(say('2026-10-25T00:30:00Z')).toMatch(/2026.* 02:30(\s\S+)? UTC\+02:00$/);
    expect(say('2026-10-25T01:30:00Z')).toMatch(/2026.* 02:30(\s\S+)? UTC\+01:00$/);
  },
);

// An evening in UTC that is already the next day in Athens.
const evening = new Date('2026-11-20T23:05:00Z');

describe('in UTC', () => {
  it.each(LOCALES)('says the day, the 24-hour time and the zone in %s', (locale) => {
    for (const format of [formatZonedTime, formatShortTime]) {
      const text = format(locale, evening, 'UTC');
      expect(text).toMatch(/\b20\b/);
      expect(text).toMatch(/23:05(\s\S+)? UTC$/);
      expect(text).toContain('2026');
    }
  });

  it('uses the words of the locale', () => {
    expect(formatZonedTime('de', evening, 'UTC')).toMatch(/Freitag.*November/);
    expect(formatZonedTime('el', evening, 'UTC')).toMatch(/Παρασκευή.*Νοεμβρίου/);
    expect(formatZonedTime('bg', evening, 'UTC')).toMatch(/петък.*ноември/);
  });
});
