import { describe, expect, it, vi } from 'vitest';
import type { Context } from '../context.ts';
import { createHealth } from './health.ts';

/** A database that answers, fails or hangs as told. */
const openHealth = (answers: () => Promise<unknown>) =>
  createHealth({ database: { pool: { query: answers } } } as unknown as Pick<Context, 'database'>);
const fails = () => Promise.reject(new Error('away'));

describe('readiness', () => {
  it('is kept through two failures in a row, and lost with the third', async () => {
    const health = openHealth(fails);
    expect([await health.isReady(), await health.isReady(), await health.isReady()]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is back with the first answer', async () => {
    let answers = fails as () => Promise<unknown>;
    const health = openHealth(() => answers());
    for (let probe = 0; probe < 5; probe++) await health.isReady();
    answers = () => Promise.resolve();
    expect(await health.isReady()).toBe(true);
    answers = fails;
    expect(await health.isReady()).toBe(true);
  });

  it('takes no answer within a second for a failure', async () => {
    vi.useFakeTimers();
    const health = openHealth(() => new Promise(() => {}));
    const probe = async () => {
      const ready = health.isReady();
      await vi.advanceTimersByTimeAsync(1_000);
      return ready;
    };
    expect([await probe(), await probe(), await probe()]).toEqual([true, true, false]);
    vi.useRealTimers();
  });

  it('ends with the drain, for good, and asks no database any more', async () => {
    const query = vi.fn(() => Promise.resolve());
    const health = openHealth(query);
    expect([health.isDraining(), await health.isReady()]).toEqual([false, true]);
    health.drain();
    expect([health.isDraining(), await health.isReady()]).toEqual([true, false]);
    expect(query).toHaveBeenCalledTimes(1);
  });
});
