import { expect, test } from 'vitest';
import { measureGrowth } from './measure-growth.ts';

const costing = (costMs: (size: number, run: number) => number) => {
  let ms = 0;
  const runs = new Map<number, number>();
  const handle = (size: number): void => {
    runs.set(size, (runs.get(size) ?? 0) + 1);
    ms += costMs(size, runs.get(size)!);
  };
  return { runs, growing: { name: 'it', make: (size: number) => size, handle, spentMs: () => ms } };
};

test.each([
  ['nothing', () => 0],
  ['as much as its size', (size: number) => size / 1000],
  ['a little more than that', (size: number) => (size * Math.log2(size)) / 20_000],
  ['the square of it, below what can be told', (size: number) => (size / 20_000) ** 2],
])('finds no fault where an input costs %s, and runs each size once', async (_title, costMs) => {
  const { growing, runs } = costing(costMs);
  expect(await measureGrowth({ ...growing, largest: 40_000 })).toBeUndefined();
  expect([...runs.values()].every((count) => count === 1)).toBe(true);
  expect(Math.max(...runs.keys())).toBe(40_000);
});

test('finds where twice the size costs four times as much, before it has to be waited for', async () => {
  const { growing, runs } = costing((size) => (size / 1000) ** 2);
  expect(await measureGrowth({ ...growing, largest: 1_024_000 })).toBe(
    'it: 4000 cost 16.0 ms, and 2000 4.0 ms',
  );
  expect(Math.max(...runs.keys())).toBe(4000);
});

test('finds what costs more than it may, however it grows', async () => {
  const { growing } = costing((size) => size / 1000);
  expect(await measureGrowth({ ...growing, largest: 64_000 })).toBe(
    'it: 64000 cost 64.0 ms, and 32000 32.0 ms',
  );
  expect(await measureGrowth({ ...growing, largest: 64_000, mostMs: 100 })).toBeUndefined();
});

test('a single run that took long is no fault', async () => {
  const { growing } = costing((size, run) => (run === 1 && size >= 500 ? 70 : size / 1000));
  expect(await measureGrowth({ ...growing, largest: 1000 })).toBeUndefined();
});

test('what is thrown and what is waited for is measured, too', async () => {
  const make = (size: number) => 'a'.repeat(size);
  const find = (text: string) => /^[^!]*[^ !][^!]*$/.test(text + '!');
  const handle = (text: string) => Promise.reject(new Error(String(find(text))));
  expect(await measureGrowth({ name: 'a name', make, handle, largest: 128_000 })).toMatch(
    /^a name: \d+ cost [\d.]+ ms, and \d+ [\d.]+ ms$/,
  );
  expect(await measureGrowth({ name: 'a name', make, handle, largest: 200 })).toBeUndefined();
});

test('the making of an input is not measured', async () => {
  const { growing } = costing(() => 0);
  let ms = 0;
  const make = (size: number): number => {
    ms += 1000;
    return size;
  };
  expect(await measureGrowth({ ...growing, make, spentMs: () => ms, largest: 1000 })).toBeUndefined();
});
