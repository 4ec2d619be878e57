import exifr from 'exifr';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { derivePhoto } from '../processing/transform-photo.ts';

const RED = '#ff0000';
const plain = (width: number, height: number, background = RED) =>
  sharp({ create: { width, height, channels: 4, background } });

/** Red, with green in its upper left quarter, so that a turn shows. */
const marked = (width: number, height: number) =>
  plain(width, height).composite([
    {
      input: { create: { width: width / 2, height: height / 2, channels: 3, background: '#00ff00' } },
      left: 0,
      top: 0,
    },
  ]);

const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description exif:GPSLatitude="45,27N" xmlns:exif="http://ns.adobe.com/exif/1.0/"/></rdf:RDF></x:xmpmeta>`;

const tellTale = async (format: 'jpeg' | 'png' | 'webp'): Promise<Buffer> => {
  const written = await marked(900, 600)
    .flatten()
    .withExif({
      IFD0: { Make: 'TellTale', ImageDescription: 'TellTale home' },
      IFD2: { DateTimeOriginal: '2026:11:20 10:00:00', BodySerialNumber: 'TellTale-42' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '45/1 27/1 30/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '9/1 11/1 24/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .withXmp(XMP)
    .withIccProfile('p3')
    .toFormat(format)
    .toBuffer();
  if (format !== 'jpeg') return written;
  const comment = Buffer.from('TellTale comment');
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return Buffer.concat([
    written.subarray(0, 2),
    head,
    comment,
    written.subarray(2),
    Buffer.from('TellTale trailer'),
  ]);
};

describe.each(['jpeg', 'png', 'webp'] as const)('of a %s', (format) => {
  test('nothing that the camera wrote is left', async () => {
    const bytes = await tellTale(format);
    const written = await sharp(bytes).metadata();
    expect([written.exif, written.xmp, written.icc].filter((block) => block === undefined)).toEqual([]);
    const { display, thumbnail } = await derivePhoto(bytes);
    for (const derivative of [display, thumbnail]) {
      const facts = await sharp(derivative.bytes).metadata();
      const kept = [facts.exif, facts.xmp, facts.icc, facts.iptc, facts.orientation, facts.comments];
      expect(kept.filter((block) => block !== undefined)).toEqual([]);
      const text = Buffer.from(derivative.bytes).toString('latin1');
      expect(text).not.toMatch(/TellTale|Exif|EXIF|XMP|adobe|ICC|GPS|rdf|2026/);
    }
    if (format === 'jpeg') expect(await exifr.parse(bytes, true)).toMatchObject({ Make: 'TellTale' });
    expect(await exifr.parse(display.bytes, true)).toBeUndefined();
  });

  test('they are upright: what was the upper left corner is where orientation 6 puts it', async () => {
    const { display, thumbnail } = await derivePhoto(await tellTale(format));
    for (const { bytes, width, height } of [display, thumbnail]) {
      expect(width).toBeLessThan(height);
      expect(await colorAt(bytes, { left: width - 10, top: 10 })).toBe('green');
      expect(await colorAt(bytes, { left: 10, top: 10 })).toBe('red');
      expect(await colorAt(bytes, { left: width - 10, top: height - 10 })).toBe('red');
    }
  });

  test('the same photo gives the same bytes', async () => {
    const bytes = await tellTale(format);
    const [one, other] = await Promise.all([derivePhoto(bytes), derivePhoto(Buffer.from(bytes))]);
    expect(Buffer.compare(one.display.bytes, other.display.bytes)).toBe(0);
    expect(Buffer.compare(one.thumbnail.bytes, other.thumbnail.bytes)).toBe(0);
  });

  test('the photo itself keeps its bytes', async () => {
    const bytes = await tellTale(format);
    const before = Buffer.from(bytes);
    await derivePhoto(bytes);
    expect(bytes.equals(before)).toBe(true);
  });
});

describe('the display version', () => {
  test.each([
    [3000, 2000, 2048, 1365],
    [2000, 3000, 1365, 2048],
    [2048, 2048, 2048, 2048],
    [640, 480, 640, 480],
    [1, 1, 1, 1],
    [9000, 2, 2048, 1],
  ])('of %i × %i is a JPEG of %i × %i', async (width, height, shownWidth, shownHeight) => {
    const { display } = await derivePhoto(await plain(width, height).png().toBuffer());
    expect(display).toMatchObject({ mime: 'image/jpeg', width: shownWidth, height: shownHeight });
    expect(await sharp(display.bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: shownWidth,
      height: shownHeight,
    });
  });
});

describe('the thumbnail', () => {
  test.each([
    [3000, 2000, 400, 267],
    [2000, 3000, 267, 400],
    [300, 200, 300, 200],
    [1, 1, 1, 1],
  ])('of %i × %i is a WebP of %i × %i', async (width, height, shownWidth, shownHeight) => {
    const { thumbnail } = await derivePhoto(await plain(width, height).png().toBuffer());
    expect(thumbnail).toMatchObject({ mime: 'image/webp', width: shownWidth, height: shownHeight });
    expect(await sharp(thumbnail.bytes).metadata()).toMatchObject({
      format: 'webp',
      width: shownWidth,
      height: shownHeight,
    });
  });
});

describe('the colours', () => {
  test('what is transparent is white', async () => {
    const { display } = await derivePhoto(await plain(50, 50, '#ff000000').png().toBuffer());
    expect(await colorAt(display.bytes, { left: 25, top: 25 })).toBe('white');
  });

  test.each([
    ['16 bits', plain(50, 50).toColourspace('rgb16').png()],
    ['CMYK', plain(50, 50).flatten().toColourspace('cmyk').jpeg()],
    ['Display P3', plain(50, 50).flatten().withIccProfile('p3').jpeg()],
  ])('red in %s is red in sRGB of 8 bits', async (_name, made) => {
    const { display, thumbnail } = await derivePhoto(await made.toBuffer());
    for (const { bytes } of [display, thumbnail]) {
      expect(await sharp(bytes).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar', channels: 3 });
      expect(await colorAt(bytes, { left: 25, top: 25 })).toBe('red');
    }
  });

  test('grey stays grey', async () => {
    const { display } = await derivePhoto(await plain(50, 50, '#ffffff').greyscale().jpeg().toBuffer());
    expect(await colorAt(display.bytes, { left: 25, top: 25 })).toBe('white');
  });
});

const colorAt = async (bytes: Uint8Array, { left, top }: { left: number; top: number }): Promise<string> => {
  const region = { left, top, width: 1, height: 1 };
  const [r = 0, g = 0, b = 0] = await sharp(bytes).toColourspace('srgb').extract(region).raw().toBuffer();
  const name = [r, g, b].map((value) => (value > 180 ? 1 : 0)).join('');
  return { '100': 'red', '010': 'green', '111': 'white' }[name] ?? `${r} ${g} ${b}`;
};
