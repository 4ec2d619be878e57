import { effect } from '@preact/signals';
import { expect, it } from 'vitest';
import { showByFrame } from './watch-room.ts';

it('a flood of changes is shown once a frame, and the last of them always', () => {
  const frames: (() => void)[] = [];
  const { shown, change } = showByFrame(0, (show) => void frames.push(show));
  const seen: number[] = [];
  const stop = effect(() => void seen.push(shown.value));
  for (let message = 0; message < 1_000; message++) change((latest) => latest + 1);
  expect([seen, frames.length]).toEqual([[0], 1]);
  frames.shift()!();
  change((latest) => latest + 1);
  expect([seen, frames.length]).toEqual([[0, 1_000], 1]);
  frames.shift()!();
  change((latest) => latest);
  expect([seen, frames.length]).toEqual([[0, 1_000, 1_001], 0]);
  stop();
});
