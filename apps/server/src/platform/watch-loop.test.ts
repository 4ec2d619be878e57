import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchLoop, type LoopWatch } from './watch-loop.ts';

describe('a stall of the event loop', () => {
  let loop: LoopWatch;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.setSystemTime(0);
    loop = watchLoop({ nowMs: () => Date.now() });
  });
  afterEach(() => {
    loop.stop();
    vi.useRealTimers();
  });

  /** Time goes on and no timer fires, as while the loop stands. */
  const stand = (ms: number) => void vi.setSystemTime(Date.now() + ms);
  const goOn = (ms: number) => void vi.advanceTimersByTime(ms);

  it('is told to each request that was open during it, for as long as it was open', () => {
    const before = loop.open();
    goOn(20);
    stand(400);
    const late = loop.open();
    stand(300);
    goOn(20);
    const after = loop.open();
    goOn(20);
    expect([before(), late(), after()]).toEqual([700, 320, 0]);
  });

  it('is told to the request whose reply is gone before the loop goes on', () => {
    const request = loop.open();
    stand(500);
    expect(request()).toBe(480);
  });

  it('is told as the longest, not as the sum of several', () => {
    const request = loop.open();
    for (const ms of [300, 600, 400]) {
      stand(ms);
      goOn(20);
    }
    goOn(60_000);
    expect(request()).toBe(600);
  });

  it('of less than 250 ms is told to no request', () => {
    const request = loop.open();
    stand(249);
    goOn(20);
    expect(request()).toBe(0);
    expect(loop.longestMs()).toBe(249);
  });

  it('is the longest for two minutes at least and four at most, however many read it', () => {
    stand(800);
    goOn(119_000);
    expect([loop.longestMs(), loop.longestMs(), loop.longestMs()]).toEqual([800, 800, 800]);
    goOn(2_000);
    stand(400);
    goOn(117_000);
    expect(loop.longestMs()).toBe(800);
    goOn(2_000);
    expect(loop.longestMs()).toBe(400);
    goOn(240_000);
    expect(loop.longestMs()).toBe(0);
  });

  it('of the start is forgotten', () => {
    stand(2_000);
    goOn(20);
    stand(3_000);
    loop.beginAnew();
    expect(loop.longestMs()).toBe(0);
    stand(420);
    expect(loop.longestMs()).toBe(400);
  });

  it('is seen while it lasts', () => {
    stand(2_020);
    expect(loop.longestMs()).toBe(2_000);
  });
});

describe('the loop of this process', () => {
  it('stands while code computes, which its timer sees a turn later', async () => {
    const loop = watchLoop();
    const request = loop.open();
    const untilMs = performance.now() + 300;
    while (performance.now() < untilMs);
    await new Promise((resolve) => setTimeout(resolve));
    expect(request()).toBeGreaterThanOrEqual(279);
    expect(loop.longestMs()).toBeGreaterThanOrEqual(279);
    loop.stop();
  });
});
