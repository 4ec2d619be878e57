import { describe, expect, it } from 'vitest';
import { UsageError } from '../../errors/field-inspection-error.ts';
import { findPhotoFault } from './find-photo-fault.ts';

const bytes = (hex: string) =>
  Uint8Array.from(hex.replaceAll(' ', '').match(/../g)!, (byte) => Number.parseInt(byte, 16));
const hex = (value: number, count: number) => value.toString(16).padStart(count * 2, '0');
const reversed = (value: number, count: number) => hex(value, count).match(/../g)!.reverse().join('');

const segment = (length: number) => `ffe1 ${hex(length, 2)} ${'41'.repeat(length - 2)}`;
const jpeg = (width: number, height: number, before = '', frame = 'ffc0') =>
  bytes(`ffd8 ${before} ${frame} 0011 08 ${hex(height, 2)} ${hex(width, 2)} 03`);
const png = (width: number, height: number, depth = '08', colour = '02') =>
  bytes(`89504e470d0a1a0a 0000000d 49484452 ${hex(width, 4)} ${hex(height, 4)} ${depth} ${colour}`);
const webp = (chunk: string) => bytes(`52494646 00000000 57454250 ${chunk}`);
const lossy = (width: number, height: number) =>
  webp(`56503820 00000000 000000 9d012a ${reversed(width, 2)} ${reversed(height, 2)}`);
const lossless = (width: number, height: number) =>
  webp(`5650384c 00000000 2f ${reversed(width - 1 + (height - 1) * 2 ** 14, 4)}`);
const extended = (width: number, height: number) =>
  webp(`56503858 0a000000 00 000000 ${reversed(width - 1, 3)} ${reversed(height - 1, 3)}`);

const uploads = { max_bytes: 1_000_000, max_pixels: 60_000_000 };

/** A panorama of 63 megapixels, and one of just as many as are taken. */
const SIZES = [
  [15_800, 4_000],
  [15_000, 4_000],
] as const;

describe('a photo that has more pixels than the service takes', () => {
  it.each([
    ['JPEG', jpeg],
    [
      'JPEG whose size comes late',
      (w: number, h: number) => jpeg(w, h, segment(60_000) + segment(60_000) + 'ff'),
    ],
    ['progressive JPEG', (w: number, h: number) => jpeg(w, h, 'ffc4 0005 000000', 'ffc2')],
    ['PNG', png],
    ['lossy WebP', (w: number, h: number) => lossy(w, h)],
    ['lossless WebP', lossless],
    ['WebP with a header', extended],
  ])('is told before it is sent: %s', async (_, make) => {
    const faults = SIZES.map(([width, height]) => findPhotoFault(make(width, height), uploads));
    expect(await Promise.all(faults)).toEqual(['too_many_pixels', null]);
    const [width, height] = SIZES[0];
    expect(await findPhotoFault(new Blob([make(width, height)], { type: 'image/jpg' }), uploads)).toBe(
      'too_many_pixels',
    );
  });

  it('is told of a PNG of 16 bits, which takes twice the memory', async () => {
    const faults = [
      png(8_000, 4_000, '10', '06'),
      png(7_500, 4_000, '10', '06'),
      png(10_100, 4_000, '10', '02'),
      png(10_000, 4_000, '10', '02'),
      png(15_000, 4_000, '10', '00'),
    ].map((photo) => findPhotoFault(photo, uploads));
    expect(await Promise.all(faults)).toEqual(['too_many_pixels', null, 'too_many_pixels', null, null]);
  });
});

it('tells too many bytes, and what is no photo', async () => {
  expect(await findPhotoFault(jpeg(10, 10), { max_bytes: 5 })).toBe('too_many_bytes');
  for (const content of [new Blob(['text'], { type: 'image/jpeg' }), new Uint8Array(), bytes('47494638')])
    expect(await findPhotoFault(content, uploads)).toBe('unknown_type');
});

it('judges nothing that a service does not say, or a file does not tell', async () => {
  expect(await findPhotoFault(jpeg(60_000, 60_000), {})).toBeNull();
  for (const cut of [jpeg(9, 9).subarray(0, 4), bytes('ffd8ff da00 08'), bytes('ffd8 ffe0 0002 00')])
    expect(await findPhotoFault(cut, uploads)).toBeNull();
  expect(await findPhotoFault(bytes(`ffd8 ${'ffe00002'.repeat(2_000)}`), uploads)).toBeNull();
});

it('refuses what is no content', async () => {
  await expect(findPhotoFault('text' as unknown as Blob, uploads)).rejects.toBeInstanceOf(UsageError);
});
