import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp, { type Exif } from 'sharp';
import { describe, expect, test } from 'vitest';
import { inspectPhoto } from './inspect-photo.ts';
import { noisyPicture } from './testing/noisy-picture.ts';
import { writePngChunk } from './testing/write-png-chunk.ts';

const jpeg = await noisyPicture().jpeg().toBuffer();
const png = await noisyPicture().png().toBuffer();
const webp = await noisyPicture().webp().toBuffer();
const GOOD: [string, Buffer][] = [
  ['image/jpeg', jpeg],
  ['image/png', png],
  ['image/webp', webp],
];

/** The header of a PNG and as many zeros as fit a few kilobytes, as in a decompression bomb. */
const pngOf = ({ width, height, bits = 8 }: { width: number; height: number; bits?: number }): Buffer => {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, bits, 6, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const signature = png.subarray(0, 8);
  const pixels = deflateSync(Buffer.alloc(100_000));
  return Buffer.concat([
    signature,
    writePngChunk('IHDR', header),
    writePngChunk('IDAT', pixels),
    writePngChunk('IEND', Buffer.alloc(0)),
  ]);
};

const expectRefusal = async (bytes: Uint8Array, code: string, message: RegExp) => {
  expect(await inspectPhoto(bytes)).toEqual({ ok: false, code, message: expect.stringMatching(message) });
};

describe('a good photo', () => {
  test.each(GOOD)('%s is taken, with what it says of itself', async (mime, bytes) => {
    expect(await inspectPhoto(bytes)).toEqual({
      ok: true,
      photo: { mime, width: 120, height: 80, orientation: 1, captured_at: null, gps: null },
    });
  });

  test.each(GOOD)('%s keeps its bytes', async (_mime, bytes) => {
    const before = Buffer.from(bytes);
    await inspectPhoto(bytes);
    expect(bytes.equals(before)).toBe(true);
  });

  test('is read from a file as from memory', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fis-photo-'));
    const path = join(folder, 'photo');
    await writeFile(path, jpeg);
    expect(await inspectPhoto(path)).toEqual(await inspectPhoto(jpeg));
    expect((await readFile(path)).equals(jpeg)).toBe(true);
    await rm(folder, { recursive: true });
  });

  test('is taken as a view into larger memory', async () => {
    for (const [, bytes] of GOOD) {
      const around = Buffer.concat([Buffer.alloc(13, 7), bytes, Buffer.alloc(9, 7)]);
      expect(
        (await inspectPhoto(new Uint8Array(around.buffer, around.byteOffset + 13, bytes.length))).ok,
      ).toBe(true);
    }
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'of orientation %i has its size as a person sees it',
    async (orientation) => {
      for (const turned of [sharp(jpeg).jpeg(), sharp(jpeg).png(), sharp(jpeg).webp()]) {
        const result = await inspectPhoto(await turned.withMetadata({ orientation }).toBuffer());
        const [width, height] = orientation < 5 ? [120, 80] : [80, 120];
        expect(result).toMatchObject({ ok: true, photo: { width, height, orientation } });
      }
    },
  );

  test.each([
    ['progressive', noisyPicture().jpeg({ progressive: true })],
    ['grey', noisyPicture().greyscale().jpeg()],
    ['CMYK', noisyPicture().toColourspace('cmyk').jpeg()],
    ['interlaced', noisyPicture().png({ progressive: true })],
    ['palette', noisyPicture().png({ palette: true })],
    ['of 16 bits', noisyPicture().toColourspace('rgb16').png()],
    ['with transparency', noisyPicture().ensureAlpha(0.5).png()],
    ['lossless', noisyPicture().webp({ lossless: true })],
    ['with a profile', noisyPicture().withIccProfile('p3').jpeg()],
  ])('%s is taken', async (_name, made) => {
    expect(await inspectPhoto(await made.toBuffer())).toMatchObject({ ok: true });
  });

  test.each(GOOD)('%s with bytes after its end is taken, as some phones write it', async (_mime, bytes) => {
    expect((await inspectPhoto(Buffer.concat([bytes, Buffer.alloc(500, 'x')]))).ok).toBe(true);
  });
});

test('what the signature refuses is not decoded', async () => {
  await expectRefusal(Buffer.from('<svg/>'), 'fake', /no picture/);
});

describe('refused as truncated', () => {
  test('nothing at all', () => expectRefusal(Buffer.alloc(0), 'truncated', /empty: send a photo/));

  test.each(GOOD)('%s that ends early, wherever', async (_mime, bytes) => {
    const lengths = [30, 100, bytes.length >> 2, bytes.length >> 1, bytes.length - 20];
    for (const length of lengths) {
      await expectRefusal(bytes.subarray(0, length), 'truncated', /send the whole file again/);
    }
  });

  test.each(GOOD)('%s that lacks any of its last bytes, though it may still decode', async (mime, bytes) => {
    // The last two bytes of a JPEG are the end marker.
    for (let missing = mime === 'image/jpeg' ? 3 : 1; missing <= 20; missing++) {
      await expectRefusal(bytes.subarray(0, -missing), 'truncated', /end of the photo is missing/);
    }
  });
});

describe('refused as corrupt', () => {
  const overwrite = (bytes: Buffer, from: number): Buffer => {
    const copy = Buffer.from(bytes);
    copy.fill(0xff, from, from + 200);
    return copy;
  };

  test.each([
    ['JPEG', noisyPicture().jpeg()],
    ['progressive JPEG', noisyPicture().jpeg({ progressive: true })],
    ['PNG', noisyPicture().png()],
    ['interlaced PNG', noisyPicture().png({ progressive: true })],
    ['lossless WebP', noisyPicture().webp({ lossless: true })],
  ])('a %s whose middle is overwritten with what it can not hold', async (_name, made) => {
    const bytes = await made.toBuffer();
    await expectRefusal(overwrite(bytes, bytes.length >> 1), 'corrupt', /damaged: send it again/);
  });

  test('a PNG with one wrong bit, wherever in its pixels', async () => {
    for (const part of [0.1, 0.5, 0.9]) {
      const copy = Buffer.from(png);
      const at = Math.floor(png.length * part);
      copy[at] = png[at]! ^ 1;
      await expectRefusal(copy, 'corrupt', /damaged/);
    }
  });

  test('a header that is no header', async () => {
    await expectRefusal(overwrite(jpeg, 4), 'corrupt', /damaged/);
    await expectRefusal(overwrite(png, 8), 'corrupt', /damaged/);
  });
});

describe('refused as oversized, before a pixel is decoded', () => {
  test('a few bytes that would be 2.5 gigapixels', async () => {
    const bomb = pngOf({ width: 50_000, height: 50_000 });
    expect(bomb.length).toBeLessThan(1000);
    await expectRefusal(
      bomb,
      'oversized',
      /50000 × 50000 pixels: send a smaller one, of at most 60 megapixels/,
    );
  });

  test('16 bits a colour count twice', async () => {
    await expectRefusal(
      pngOf({ width: 7000, height: 7000, bits: 16 }),
      'oversized',
      /half as many at 16 bits/,
    );
    expect(await inspectPhoto(pngOf({ width: 7000, height: 7000 }))).toMatchObject({ code: 'corrupt' });
  });

  test('at one pixel over the limit, and not at it', async () => {
    expect(await inspectPhoto(jpeg, { maxPixels: 120 * 80 })).toMatchObject({ ok: true });
    expect(await inspectPhoto(jpeg, { maxPixels: 120 * 80 - 1 })).toMatchObject({
      ok: false,
      code: 'oversized',
    });
  });
});

test('whatever comes is judged: nothing is thrown', async () => {
  const start = fc.constantFrom(...GOOD.map(([, bytes]) => bytes.subarray(0, 40)), Buffer.alloc(0));
  const anything = fc.tuple(start, fc.uint8Array({ maxLength: 300 }));
  await fc.assert(
    fc.asyncProperty(anything, async (parts) => {
      expect(typeof (await inspectPhoto(Buffer.concat(parts))).ok).toBe('boolean');
    }),
  );
});

test('more photos than run at once are all judged', async () => {
  const results = await Promise.all(
    Array.from({ length: 12 }, (_, index) => inspectPhoto(index % 3 ? jpeg : png)),
  );
  expect(results.filter(({ ok }) => ok)).toHaveLength(12);
});

test('what the camera wrote is reported, and never a reason to refuse', async () => {
  const said: Exif = {
    IFD2: { DateTimeOriginal: '2026:11:20 10:00:00', OffsetTimeOriginal: '+01:00' },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: '45/1 27/1 30/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: '9/1 11/1 24/1',
    },
  };
  const nonsense: Exif = {
    IFD2: { DateTimeOriginal: 'yesterday' },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: '999/0 1/0 1/0',
      GPSLongitudeRef: 'E',
      GPSLongitude: '9/1 1/1 1/1',
    },
  };
  for (const made of [noisyPicture().jpeg(), noisyPicture().png(), noisyPicture().webp()]) {
    expect(await inspectPhoto(await made.clone().withExif(said).toBuffer())).toMatchObject({
      ok: true,
      photo: { captured_at: '2026-11-20T09:00:00.000Z', gps: { lat: 45.4583333, lon: 9.19, accuracy: null } },
    });
    expect(await inspectPhoto(await made.clone().withExif(nonsense).toBuffer())).toMatchObject({
      ok: true,
      photo: { captured_at: null, gps: null },
    });
  }
});
