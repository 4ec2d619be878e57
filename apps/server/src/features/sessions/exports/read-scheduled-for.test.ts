import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../api-error.ts';
import { readScheduledFor } from './read-scheduled-for.ts';

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

  it.each([
    ['now itself', '2026-11-20T09:30:00.000Z'],
    ['the past', '2026-11-20T09:29:59.999Z'],
    ['a part of a millisecond after now, which is now', '2026-11-20T09:30:00.000999Z'],
  ])('refuses %s by the name of the field', (_, value) => {
    expect(() => readScheduledFor(value, now)).toThrow(ApiError);
    expect(() => readScheduledFor(value, now)).toThrow(
      expect.objectContaining({
        code: 'validation_error',
        errors: [expect.objectContaining({ path: 'body.scheduled_for' })],
      }) as Error,
    );
  });
});
