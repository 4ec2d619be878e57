import { describe, expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { endOfInvite, readScheduledFor, USUAL_TTL_MINUTES } from './planned-time.ts';

const now = new Date('2026-11-20T09:30:00.000Z');

describe('readScheduledFor', () => {
  it('gives the instant, whatever its offset', () => {
    expect(readScheduledFor('2026-11-20T11:30:00.001+02:00', now)).toEqual(
      new Date('2026-11-20T09:30:00.001Z'),
    );
  });

  it('keeps absent and null apart: one leaves the time as it is, the other clears it', () => {
    expect(readScheduledFor(undefined, now)).toBeUndefined();
    expect(readScheduledFor(null, now)).toBeNull();
  });

  it('takes the last instant whose links can outlast it', () => {
    const last = '9998-12-31T23:59:59.999Z';
    expect(readScheduledFor(last, now)).toEqual(new Date(last));
    const end = endOfInvite({ ttlMinutes: USUAL_TTL_MINUTES, scheduledFor: new Date(last) }, now);
    expect(end.getTime()).toBe(Date.parse(last) + 86_400_000);
  });

  it.each([
    ['what no link could outlast', '9999-01-01T00:00:00.000Z'],
    ['now itself', '2026-11-20T09:30:00.000Z'],
    ['the past', '2026-11-20T09:29:59.999Z'],
    ['a part of a millisecond after now, which is now', '2026-11-20T09:30:00.000999Z'],
  ])('refuses %s by the name of the field', (_, value) => {
    expect(() => readScheduledFor(value, now)).toThrow(Refusal);
    expect(() => readScheduledFor(value, now)).toThrow(
      expect.objectContaining({
        code: 'validation_error',
        errors: [expect.objectContaining({ path: 'body.scheduled_for' })],
      }) as Error,
    );
  });
});
