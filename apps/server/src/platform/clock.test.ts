import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeClock } from '../testing/create-fake-clock.ts';
import { createDatabaseClock } from './clock.ts';

const HOUR_MS = 3_600_000;
const RTT_MS = 1_000;

const databaseAhead = (database: { aheadMs: number }) =>
  ({
    query: async () => ({
      rows: [{ ms: String(performance.timeOrigin + performance.now() + database.aheadMs) }],
    }),
  }) as unknown as Parameters<typeof createDatabaseClock>[0];

const expectNear = (now: Date, aheadMs: number) => {
  const off = now.getTime() - (performance.timeOrigin + performance.now()) - aheadMs;
  expect(Math.abs(off)).toBeLessThan(RTT_MS);
};

describe('createDatabaseClock', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([0, HOUR_MS, -HOUR_MS])('shows the time of a database that is %i ms ahead', async (aheadMs) => {
    const clock = await createDatabaseClock(databaseAhead({ aheadMs }));
    expectNear(clock.now(), aheadMs);
  });

  it('does not follow a step of the clock of this machine', async () => {
    const clock = await createDatabaseClock(databaseAhead({ aheadMs: 0 }));
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 5 * HOUR_MS);
    expectNear(clock.now(), 0);
    vi.setSystemTime(0);
    expectNear(clock.now(), 0);
  });

  it("follows a step of the database's clock at the next refresh", async () => {
    const database = { aheadMs: 0 };
    const clock = await createDatabaseClock(databaseAhead(database));
    database.aheadMs = -HOUR_MS;
    expectNear(clock.now(), 0);
    await clock.refresh();
    expectNear(clock.now(), -HOUR_MS);
  });

  it('goes on with what it knew when a refresh fails', async () => {
    let answers = true;
    const database = databaseAhead({ aheadMs: HOUR_MS });
    const clock = await createDatabaseClock({
      query: (async () => {
        if (!answers) throw new Error('away');
        return (database.query as unknown as () => Promise<unknown>)();
      }) as never,
    });
    answers = false;
    await expect(clock.refresh()).rejects.toThrow('away');
    expectNear(clock.now(), HOUR_MS);
  });

  it('is not put off by one answer that waited: of five, the quickest counts', async () => {
    let asked = 0;
    const waitsMs = [400, 60, 0, 0, 0];
    const database = databaseAhead({ aheadMs: 0 });
    const clock = await createDatabaseClock({
      query: (async () => {
        const waitMs = waitsMs[asked++] ?? 0;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        return (database.query as unknown as () => Promise<unknown>)();
      }) as never,
    });
    const off = clock.now().getTime() - (performance.timeOrigin + performance.now());
    expect(Math.abs(off)).toBeLessThan(150);
    expect(asked).toBeGreaterThan(2);
    expect(asked).toBeLessThanOrEqual(5);
  });

  it('never goes back between two refreshes', async () => {
    const clock = await createDatabaseClock(databaseAhead({ aheadMs: 0 }));
    const times = Array.from({ length: 1_000 }, () => clock.now().getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});

describe('the fake clock of tests', () => {
  it('stands still until it is moved', () => {
    const start = new Date('2026-11-20T09:30:00.000Z');
    const clock = createFakeClock(start);
    expect(clock.now()).toEqual(start);
    clock.advance(1);
    expect(clock.now()).toEqual(new Date('2026-11-20T09:30:00.001Z'));
    clock.set(start);
    expect(clock.now()).toEqual(start);
  });

  it('gives dates of its own: changing one does not move it', () => {
    const clock = createFakeClock(new Date(1_000));
    clock.now().setTime(0);
    expect(clock.now()).toEqual(new Date(1_000));
  });
});
