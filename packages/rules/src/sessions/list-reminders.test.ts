import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listReminders } from './planned-time.ts';

const HOUR_MS = 3_600_000;
const now = new Date('2026-11-20T09:30:00.000Z');
const inMs = (ms: number) => new Date(now.getTime() + ms);

describe('listReminders', () => {
  it('gives one reminder 24 hours and one 1 hour before', () => {
    expect(listReminders(inMs(48 * HOUR_MS), now)).toEqual([
      { kind: '24h', runAt: inMs(24 * HOUR_MS) },
      { kind: '1h', runAt: inMs(47 * HOUR_MS) },
    ]);
  });

  it.each([
    ['24 hours ahead', 24 * HOUR_MS, ['24h', '1h']],
    ['a millisecond less than 24 hours ahead', 24 * HOUR_MS - 1, ['1h']],
    ['1 hour ahead', HOUR_MS, ['1h']],
    ['a millisecond less than 1 hour ahead', HOUR_MS - 1, []],
  ])('of a session %s leaves out what has passed', (_, aheadMs, kinds) => {
    expect(listReminders(inMs(aheadMs), now).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('counts in elapsed time, whatever a clock on the wall does between', () => {
    // Clocks in Rome go back that night: 24 hours before 10:00 is 11:00 of the day before.
    const afterTheChange = new Date('2026-10-25T10:00:00+01:00');
    const [dayBefore] = listReminders(afterTheChange, new Date('2026-10-01T00:00:00Z'));
    expect(dayBefore?.runAt).toEqual(new Date('2026-10-24T11:00:00+02:00'));
  });

  it('never gives a reminder that is due before now or after the session', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 * 24 * HOUR_MS }), (aheadMs) => {
        for (const { runAt } of listReminders(inMs(aheadMs), now)) {
          expect(runAt.getTime()).toBeGreaterThanOrEqual(now.getTime());
          expect(runAt.getTime()).toBeLessThan(inMs(aheadMs).getTime());
        }
      }),
    );
  });
});
