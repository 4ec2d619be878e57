import { expect, it } from 'vitest';
import { countShots, hasEnded } from './count-shots.ts';

const shot = (slot: string) => ({ slot, label: { en: slot }, required: true, hint: {} });
const ready = (slot: string) => ({ slot, status: 'ready' as const });

it('counts a shot once, however many pictures it has, and only pictures that are ready', () => {
  const shots = [shot('roof'), shot('wall'), shot('cellar')];
  const evidence = [ready('roof'), ready('roof'), { slot: 'wall', status: 'failed' as const }, ready('')];
  expect(countShots(shots, evidence)).toBe(1);
});

it('counts nothing where nothing was asked for', () => {
  expect(countShots([], [ready('roof')])).toBe(0);
});

it('a session has ended when it was closed or has expired', () => {
  const statuses = ['created', 'open', 'recording', 'closed', 'expired'] as const;
  expect(statuses.filter((status) => hasEnded({ status }))).toEqual(['closed', 'expired']);
});
