import { expect, it } from 'vitest';
import { endOfInvite } from './planned-time.ts';

const NOW = new Date('2026-11-26T08:00:00Z');
const end = (ttlMinutes: number, scheduledFor: string | null) =>
  endOfInvite(
    { ttlMinutes, scheduledFor: scheduledFor === null ? null : new Date(scheduledFor) },
    NOW,
  ).toISOString();

it.each([
  ['a day, counted from now', 1_440, null, '2026-11-27T08:00:00.000Z'],
  ['a day, counted from an appointment to come', 1_440, '2027-03-14T07:30:00Z', '2027-03-15T07:30:00.000Z'],
  [
    'a day, counted from now, where the appointment is over',
    1_440,
    '2026-11-20T08:00:00Z',
    '2026-11-27T08:00:00.000Z',
  ],
  [
    'the lifetime that was chosen, whatever the appointment',
    60,
    '2027-03-14T07:30:00Z',
    '2026-11-26T09:00:00.000Z',
  ],
  ['no longer than its token can be kept', 1_440, '9999-12-31T23:59:59Z', '9999-12-01T00:00:00.000Z'],
])('an invite lives %s', (_, ttlMinutes, scheduledFor, expected) => {
  expect(end(ttlMinutes, scheduledFor)).toBe(expected);
});
