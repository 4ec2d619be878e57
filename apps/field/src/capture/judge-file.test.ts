import { expect, test } from 'vitest';
import { fitPixels, MAX_PIXELS, sniffType } from './judge-file.ts';

test.each([
  ['image/jpeg', 'ffd8ffe000104a4649460001'],
  ['image/png', '89504e470d0a1a0a0000000d'],
  ['image/webp', '524946461a00000057454250'],
  ['', '255044462d312e37'],
  ['', ''],
])('what a file begins with says %j', (type, hex) => {
  expect(sniffType(Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)))).toBe(type);
});

test('a picture of more than 60 megapixels is as large as the service takes, in its shape', () => {
  for (const size of [
    { width: 16_000, height: 16_000 },
    { width: 20_000, height: 4_000 },
    { width: 4_000, height: 20_000 },
  ]) {
    const { width, height } = fitPixels(size);
    expect(width * height).toBeLessThanOrEqual(MAX_PIXELS);
    expect(width * height).toBeGreaterThan(MAX_PIXELS * 0.999);
    expect(width / height).toBeCloseTo(size.width / size.height, 2);
  }
});

test('a picture that the service takes stays as large as it is', () => {
  expect(fitPixels({ width: 10_000, height: 6_000 })).toEqual({ width: 10_000, height: 6_000 });
});
