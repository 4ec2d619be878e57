import { expect, test } from 'vitest';
import { createShares, NoPermitError } from './create-shares.ts';

const LONG = { waitMs: 60_000 };

const startWork = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { hasBegun: false };
  return {
    state,
    end: resolve,
    run: () => {
      state.hasBegun = true;
      return promise;
    },
  };
};

test('a key has its permits and no more; what waits has the next that is free, in the order of the calls', async () => {
  const share = createShares(2);
  const works = Array.from({ length: 4 }, startWork);
  const running = works.map(({ run }) => share('a', LONG, run));
  const begun = () => works.map(({ state }) => state.hasBegun);
  await Promise.resolve();
  expect(begun()).toEqual([true, true, false, false]);
  works[1]!.end();
  await running[1];
  await Promise.resolve();
  expect(begun()).toEqual([true, true, true, false]);
  for (const { end } of works) end();
  await Promise.all(running);
  expect(begun()).toEqual([true, true, true, true]);
});

test('another key does not wait', async () => {
  const share = createShares(1);
  const slow = startWork();
  const running = share('slow', LONG, slow.run);
  expect(await share('quick', LONG, async () => 'done')).toBe('done');
  slow.end();
  await running;
});

test('what waits too long is refused and does not run, and costs nobody a permit', async () => {
  const share = createShares(1);
  const first = startWork();
  const late = startWork();
  const running = share('a', LONG, first.run);
  await expect(share('a', { waitMs: 10 }, late.run)).rejects.toThrow(NoPermitError);
  first.end();
  await running;
  expect(await share('a', { waitMs: 10 }, async () => 'next')).toBe('next');
  expect(late.state.hasBegun).toBe(false);
});

test('work that fails gives its permit back', async () => {
  const share = createShares(1);
  await expect(share('a', LONG, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await share('a', { waitMs: 10 }, async () => 'next')).toBe('next');
});
