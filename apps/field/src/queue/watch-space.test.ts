import { expect, test } from 'vitest';
import { judgeSpace } from './watch-space.ts';

const MIB = 1024 * 1024;

test.each([
  [{ quota: 1000 * MIB, usage: 900 * MIB }, 'enough'],
  [{ quota: 1000 * MIB, usage: 960 * MIB }, 'low'],
  [{ quota: 10 * MIB }, 'low'],
  [{}, 'enough'],
])('%j is %s', (estimate, space) => {
  expect(judgeSpace(estimate)).toBe(space);
});
