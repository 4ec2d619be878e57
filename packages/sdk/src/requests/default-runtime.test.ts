import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultRuntime } from './default-runtime.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('sleep', () => {
  const { signal } = new AbortController();

  it('ends after its time, and leaves no timer and no listener', async () => {
    const awake = vi.fn();
    const sleeping = defaultRuntime.sleep(1000, signal).then(awake);
    await vi.advanceTimersByTimeAsync(999);
    expect(awake).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await sleeping;
    expect([vi.getTimerCount(), getEventListeners(signal, 'abort')]).toEqual([0, []]);
  });

  it.each([
    ['is aborted meanwhile', (controller: AbortController) => queueMicrotask(() => controller.abort())],
    ['was aborted before', (controller: AbortController) => controller.abort()],
  ])('ends at once when the signal %s', async (_, abort) => {
    const controller = new AbortController();
    abort(controller);
    const sleeping = defaultRuntime.sleep(60_000, controller.signal);
    await vi.advanceTimersByTimeAsync(0);
    await sleeping;
    expect([vi.getTimerCount(), getEventListeners(controller.signal, 'abort')]).toEqual([0, []]);
  });

  it('of more than a timer can hold is as long as a timer can be', async () => {
    const awake = vi.fn();
    void defaultRuntime.sleep(Infinity, undefined).then(awake);
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(awake).not.toHaveBeenCalled();
  });
});

it('makes UUIDs, and numbers from 0 to 1', () => {
  expect(defaultRuntime.randomUuid()).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(defaultRuntime.randomUuid()).not.toBe(defaultRuntime.randomUuid());
  expect(defaultRuntime.random()).toBeGreaterThanOrEqual(0);
  expect(defaultRuntime.random()).toBeLessThan(1);
});
