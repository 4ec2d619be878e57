import { expect, test } from 'vitest';
import { formatZonedTime } from './format-zoned-time.ts';

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
