import { expect, test } from 'vitest';
import { outlinePen, type PenPoint } from './outline-pen.ts';

const PATH_DATA = /^M-?[\d.]+ -?[\d.]+Q(-?[\d.]+ ?)+Z$/;

const createRandom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

test('any points give closed outlines of plain numbers, twice the same', () => {
  const random = createRandom(1);
  const coordinate = () => (random() < 0.5 ? Math.round(random() * 150_000) - 50_000 : random() * 18 - 9);
  for (let run = 0; run < 200; run++) {
    const pressed = random() < 0.5;
    const points = Array.from({ length: 1 + Math.floor(random() * 80) }, (): PenPoint => [
      coordinate(),
      coordinate(),
      pressed && random() < 0.9 ? random() : undefined,
    ]);
    const size = 0.1 + random() * 205;
    const outlines = outlinePen(points, size);
    expect(outlines).toHaveLength(1);
    for (const data of outlines) expect(data).toMatch(PATH_DATA);
    expect(outlinePen(points, size)).toEqual(outlines);
  }
});

test('a long stroke is cut, so that the work does not grow with the square of its length', () => {
  const zigzag = (count: number) => Array.from({ length: count }, (_, i): PenPoint => [i * 2, (i % 2) * 40]);
  expect([2, 1001, 1002, 5000].map((count) => outlinePen(zigzag(count), 8).length)).toEqual([1, 1, 2, 5]);
  const longest = Math.max(...outlinePen(zigzag(5000), 8).map((data) => data.length));
  expect(longest).toBeLessThan(outlinePen(zigzag(1001), 8)[0]!.length * 1.25);
});

test('points closer than anyone sees are left out, but for the last', () => {
  const still: PenPoint[] = Array.from({ length: 5000 }, (_, i) => [100 + (i % 3) * 0.2, 100]);
  expect(outlinePen(still, 8).join('').length).toBeLessThan(2000);
  const there: PenPoint[] = [
    [0, 0],
    [100, 0],
    [100.4, 0.4],
  ];
  expect(outlinePen(there, 2)).not.toEqual(outlinePen(there.slice(0, 2), 2));
});

test('pressure makes a stroke thicker', () => {
  const reachOf = (pressure: number) => {
    const [data = ''] = outlinePen(
      [
        [0, 0, pressure],
        [50, 0, pressure],
        [100, 0, pressure],
      ],
      20,
    );
    const heights = (data.match(/-?[\d.]+/g) ?? []).map(Number).filter((_, index) => index % 2 === 1);
    return Math.max(...heights);
  };
  expect(reachOf(0.2)).toBeLessThan(reachOf(0.5));
  expect(reachOf(0.5)).toBeLessThan(reachOf(1));
});
