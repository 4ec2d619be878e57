import fc from 'fast-check';
import sharp, { type Exif } from 'sharp';
import { describe, expect, test } from 'vitest';
import { readExif } from './read-exif.ts';

const blockOf = async (exif: Exif): Promise<Buffer> => {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000000' } });
  const { exif: block } = await sharp(await pixel.withExif(exif).jpeg().toBuffer()).metadata();
  return block!;
};

const timeOf = async (IFD2: Record<string, string>) => (await readExif(await blockOf({ IFD2 }))).captured_at;
const gpsOf = async (IFD3: Record<string, string>) => (await readExif(await blockOf({ IFD3 }))).gps;

describe('the time of capture', () => {
  test.each([
    ['2026:11:20 10:00:00', '+01:00', '', '2026-11-20T09:00:00.000Z'],
    ['2026:11:20 10:00:00', '-09:30', '', '2026-11-20T19:30:00.000Z'],
    ['2026:11:20 10:00:00', 'Z', '', '2026-11-20T10:00:00.000Z'],
    ['2026:11:20 10:00:00', '+00:00', '5', '2026-11-20T10:00:00.500Z'],
    ['2026:11:20 10:00:00', '+00:00', '123456', '2026-11-20T10:00:00.123Z'],
    ['2024:02:29 23:59:59', '+14:00', '', '2024-02-29T09:59:59.000Z'],
  ])('%s %s .%s is %s', async (DateTimeOriginal, OffsetTimeOriginal, SubSecTimeOriginal, utc) => {
    const fraction: Record<string, string> = SubSecTimeOriginal ? { SubSecTimeOriginal } : {};
    expect(await timeOf({ DateTimeOriginal, OffsetTimeOriginal, ...fraction })).toBe(utc);
  });

  test('is not known without the offset, since it may be any of 27 hours', async () => {
    expect(await timeOf({ DateTimeOriginal: '2026:11:20 10:00:00' })).toBeNull();
  });

  test('is when the picture was digitized, where there is no original time', async () => {
    const digitized = { DateTimeDigitized: '2026:11:20 10:00:00', OffsetTimeDigitized: '+02:00' };
    expect(await timeOf(digitized)).toBe('2026-11-20T08:00:00.000Z');
    const both = { ...digitized, DateTimeOriginal: '2020:01:01 00:00:00', OffsetTimeOriginal: '+00:00' };
    expect(await timeOf(both)).toBe('2020-01-01T00:00:00.000Z');
  });

  test.each([
    ['2026:02:30 10:00:00', '+01:00'],
    ['2026:13:01 10:00:00', '+01:00'],
    ['2026:11:20 24:00:01', '+01:00'],
    ['0000:00:00 00:00:00', '+00:00'],
    ['0000:01:01 00:00:00', '+00:00'],
    ['2026-11-20 10:00:00', '+01:00'],
    ['2026:11:20 10:00:00', '+15:00'],
    ['2026:11:20 10:00:00', '+01:60'],
    ['2026:11:20 10:00:00', 'CET'],
    ['    :  :     :  :  ', '   :  '],
  ])('%s %s is none', async (DateTimeOriginal, OffsetTimeOriginal) => {
    expect(await timeOf({ DateTimeOriginal, OffsetTimeOriginal })).toBeNull();
  });
});

describe('the place of capture', () => {
  const MILAN = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '45/1 27/1 3000/100',
    GPSLongitudeRef: 'E',
    GPSLongitude: '9/1 11/1 2400/100',
  };

  test('is in degrees north and east, to the centimetre', async () => {
    expect(await gpsOf(MILAN)).toEqual({ lat: 45.4583333, lon: 9.19, accuracy: null });
    expect(await gpsOf({ ...MILAN, GPSLatitudeRef: 'S', GPSLongitudeRef: 'W' })).toEqual({
      lat: -45.4583333,
      lon: -9.19,
      accuracy: null,
    });
  });

  test('has the radius that the camera says', async () => {
    expect(await gpsOf({ ...MILAN, GPSHPositioningError: '473/100' })).toMatchObject({ accuracy: 4.73 });
    expect(await gpsOf({ ...MILAN, GPSHPositioningError: '1/0' })).toMatchObject({ accuracy: null });
    expect(await gpsOf({ ...MILAN, GPSHPositioningError: '4000000000/1' })).toMatchObject({ accuracy: null });
  });

  test('on the equator is 0 and not -0, which canonical JSON can not hold', async () => {
    const location = await gpsOf({ ...MILAN, GPSLatitudeRef: 'S', GPSLatitude: '0/1 0/1 0/1' });
    expect(Object.is(location?.lat, 0)).toBe(true);
  });

  test.each([
    ['zeros, as cameras write without a fix', { GPSLatitude: '0/1 0/1 0/1', GPSLongitude: '0/1 0/1 0/1' }],
    ['a division by zero', { GPSLatitude: '0/0 0/0 0/0' }],
    ['a latitude beyond the pole', { GPSLatitude: '91/1 0/1 0/1' }],
    ['a longitude beyond 180°', { GPSLongitude: '181/1 0/1 0/1' }],
    ['a measurement that the camera calls void', { GPSStatus: 'V' }],
  ])('is not known from %s', async (_name, instead) => {
    expect(await gpsOf({ ...MILAN, ...instead })).toBeNull();
  });

  test('is not known from a latitude alone', async () => {
    expect(await gpsOf({ GPSLatitudeRef: 'N', GPSLatitude: '45/1 27/1 30/1' })).toBeNull();
  });
});

test('nothing is known without a block', async () => {
  expect(await readExif(undefined)).toEqual({ captured_at: null, gps: null });
});

describe('a hostile block', () => {
  const shape = {
    captured_at: expect.toSatisfy((value: unknown) => value === null || typeof value === 'string'),
    gps: expect.toSatisfy((value: unknown) => value === null || typeof value === 'object'),
  };

  test('of any bytes gives nothing, or something of the right shape', async () => {
    const starts = fc.constantFrom(
      Buffer.from('Exif\0\0II*\0\u0008\0\0\0', 'latin1'),
      Buffer.from('MM\0*\0\0\0\u0008', 'latin1'),
    );
    await fc.assert(
      fc.asyncProperty(fc.tuple(starts, fc.uint8Array({ maxLength: 200 })), async (parts) => {
        expect(await readExif(Buffer.concat(parts))).toEqual(shape);
      }),
      { numRuns: 500 },
    );
  });

  test('that is a good one with any bytes changed does the same', async () => {
    const good = await blockOf({
      IFD2: { DateTimeOriginal: '2026:11:20 10:00:00', OffsetTimeOriginal: '+01:00' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '1/1 2/1 3/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '1/1 2/1 3/1',
      },
    });
    const change = fc.tuple(fc.nat(good.length - 1), fc.constantFrom(0, 1, 2, 4, 5, 0x7f, 0x80, 0xff));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const bad = Buffer.from(good);
        for (const [at, value] of changes) bad[at] = value;
        expect(await readExif(bad)).toEqual(shape);
      }),
      { numRuns: 500 },
    );
  });
});
