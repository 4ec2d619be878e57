import { expect, test } from 'vitest';
import { mostPixels, sniffType } from './to-photo.ts';

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

test.each([
  ['image/jpeg', 'ffd8ffe000104a4649460001'],
  ['image/png', '89504e470d0a1a0a0000000d'],
  ['image/webp', '524946461a00000057454250'],
  ['', '255044462d312e37'],
  ['', ''],
])('what a file begins with says %j', (type, hex) => {
  expect(sniffType(bytes(hex))).toBe(type);
});

const png = (bits: string) =>
  bytes(`89504e470d0a1a0a0000000d49484452 00000010 00000010 ${bits}`.replaceAll(' ', ''));

test.each([
  ['a JPEG', bytes('ffd8ffe000104a4649460001'), 1_000],
  ['a PNG of 8 bits', png('08'), 1_000],
  ['a PNG of 16 bits, which count twice', png('10'), 500],
  ['what is not known yet', new Uint8Array(), 1_000],
])('of %s as many pixels are taken as the service says', (_what, head, most) => {
  expect(mostPixels(head, 1_000)).toBe(most);
});

test('a service of before, which says nothing of it, takes 60 megapixels', () => {
  expect(mostPixels(new Uint8Array(), undefined)).toBe(60_000_000);
});
