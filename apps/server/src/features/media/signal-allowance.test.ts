import { expect, it } from 'vitest';
import { createSignalAllowance, type SignalAllowance } from './signal-allowance.ts';

const peer = (identity: string, organisationId = 'one') => ({ organisationId, sessionId: 's', identity });

const takeAll = (allowance: SignalAllowance, sender: ReturnType<typeof peer>, atMs: number): number => {
  let taken = 0;
  while (taken < 10_000 && allowance.take(sender, { messages: 1, bytes: 0 }, atMs)) taken += 1;
  return taken;
};

it('lets a burst of 200 through, then 20 a second, and never saves up more than a burst', () => {
  const allowance = createSignalAllowance();
  expect(takeAll(allowance, peer('a'), 0)).toBe(200);
  expect(takeAll(allowance, peer('a'), 1_000)).toBe(20);
  expect(takeAll(allowance, peer('a'), 1_500)).toBe(10);
  expect(takeAll(allowance, peer('a'), 3_600_000)).toBe(200);
});

it('gives nothing for a clock that goes back', () => {
  const allowance = createSignalAllowance();
  takeAll(allowance, peer('a'), 10_000);
  expect(takeAll(allowance, peer('a'), 0)).toBe(0);
});

it('counts bytes, too: 1 MiB at once, then 64 KiB a second', () => {
  const allowance = createSignalAllowance();
  const large = { messages: 1, bytes: 64 * 1024 };
  const send = (atMs: number) => allowance.take(peer('a'), large, atMs);
  expect(Array.from({ length: 20 }, () => send(0)).filter(Boolean)).toHaveLength(16);
  expect([send(1_000), send(1_000)]).toEqual([true, false]);
});

it('leaves one organisation what another has used up, and one identity what another of its room has', () => {
  const allowance = createSignalAllowance();
  takeAll(allowance, peer('a'), 0);
  expect(takeAll(allowance, peer('b'), 0)).toBe(200);
  const flood = Array.from({ length: 50 }, (_, n) => takeAll(allowance, peer(`flood-${n}`, 'two'), 0));
  expect(flood.reduce((sum, taken) => sum + taken)).toBe(4_000);
  expect(takeAll(allowance, peer('c'), 0)).toBe(200);
});

it('forgets who has rested, and nobody else', () => {
  const allowance = createSignalAllowance();
  takeAll(allowance, peer('a'), 0);
  allowance.forgetRested(5_000);
  expect(allowance.size()).toBe(1);
  expect(takeAll(allowance, peer('a'), 5_000)).toBe(100);
  allowance.forgetRested(60_000);
  expect(allowance.size()).toBe(0);
});
