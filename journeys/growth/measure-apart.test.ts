import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { measureApart } from './measure-apart.ts';

/** Lists quadratic work, linear work, and work that is slow in one process alone. */
const LISTED = `
import { existsSync, writeFileSync } from 'node:fs';
let ms = 0;
const spentMs = () => ms;
const costing = (name, costMs) => ({ name, make: (size) => size, handle: (size) => void (ms += costMs(size)), largest: 4096, spentMs });
const isFirst = !existsSync(process.env.GROWTH_MARK);
writeFileSync(process.env.GROWTH_MARK, '');
export const listGrowing = () => [
  costing('square', (size) => (size / 100) ** 2),
  costing('length', (size) => size / 100),
  costing('square at first', (size) => (isFirst ? (size / 100) ** 2 : size / 100)),
  costing('not among those chosen', (size) => (size / 100) ** 2),
];
`;

test('a fault is what two processes have found, of the one in so many that were chosen', async ({
  onTestFinished,
}) => {
  const mark = join(await mkdtemp(join(tmpdir(), 'growth-')), 'mark');
  onTestFinished(() => rm(dirname(mark), { recursive: true }));
  vi.stubEnv('GROWTH_MARK', mark);
  const file = new URL(`data:text/javascript,${encodeURIComponent(LISTED)}`);
  expect(await measureApart(file, 2)).toEqual({
    measured: 2,
    faults: ['square: 512 cost 26.2 ms, and 256 6.6 ms'],
  });
  await rm(mark);
  expect((await measureApart(file)).measured).toBe(4);
});
