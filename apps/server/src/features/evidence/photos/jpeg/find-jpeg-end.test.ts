import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { noisyPicture } from '../testing/noisy-picture.ts';
import { findJpegEnd } from './find-jpeg-end.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** sharp doesn't write such JPEGs: blocks of one value, each coded as two zero bits, filled up with ones. */
const writeFlat = (components: string, scans: string): Buffer =>
  hex(
    `ffd8 ffdb 0043 00 ${'01'.repeat(64)} ffc0 ${components}
     ffc4 0014 00 01000000000000000000000000000000 00 ffc4 0014 10 01000000000000000000000000000000 00
     ${scans} ffd9`.replaceAll('\n', ''),
  );
/** 32 × 8 pixels, grey. */
const WITH_RESTARTS = writeFlat(
  '000b 08 0008 0020 01 011100',
  'ffdd 0004 0001 ffda 0008 01 0100 003f00 3f ffd0 3f ffd1 3f ffd2 3f',
);
const IN_SCANS = writeFlat(
  '0011 08 0008 0010 03 011100 021100 031100',
  ['01', '02', '03'].map((id) => `ffda 0008 01 ${id}00 003f00 0f`).join(' '),
);

const picture = () => noisyPicture().resize(123, 77);
const JPEGS: [string, Buffer][] = [
  ['baseline', await picture().jpeg().toBuffer()],
  ['in full colour', await picture().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()],
  ['grey', await picture().greyscale().jpeg().toBuffer()],
  ['of four colours', await picture().toColourspace('cmyk').jpeg().toBuffer()],
  ['progressive', await picture().jpeg({ progressive: true }).toBuffer()],
  [
    'progressive, in full colour',
    await picture().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  ],
  ['progressive, in other scans', await picture().jpeg({ mozjpeg: true }).toBuffer()],
  ['progressive and grey', await picture().greyscale().jpeg({ progressive: true }).toBuffer()],
  ['of one pixel', await picture().resize(1, 1).jpeg().toBuffer()],
  [
    'of one colour',
    await sharp({ create: { width: 300, height: 200, channels: 3, background: '#123' } })
      .jpeg({ progressive: true })
      .toBuffer(),
  ],
  ['with restarts', WITH_RESTARTS],
  ['whose components come one after the other', IN_SCANS],
];

const TRAILERS: [string, Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['half a marker', Buffer.from([0xff])],
  ['zeros', Buffer.alloc(5_000)],
  ['a text', Buffer.from('45.4583 N, 9.19 E')],
  ['markers of no segment', Buffer.from('ff07ffc1ff30ff91ffda0008', 'hex')],
  ['a picture with its end', await picture().resize(20).jpeg().toBuffer()],
  ['restarts', Buffer.from('ffd0ffd1ffd2', 'hex')],
];

describe.each(JPEGS)('a JPEG %s', (_name, jpeg) => {
  test('ends behind its marker, as decoders find it', async () => {
    await sharp(jpeg, { failOn: 'warning' }).raw().toBuffer();
    expect(findJpegEnd(Buffer.concat([jpeg, Buffer.from('behind it')]))).toEqual({
      end: jpeg.length,
      isMarked: true,
    });
  });

  test.each(TRAILERS)(
    'ends without its marker behind its last pixel, to the byte, before %s',
    (_what, trailer) => {
      const unmarked = Buffer.concat([jpeg.subarray(0, -2), trailer]);
      expect(findJpegEnd(unmarked)).toEqual({ end: jpeg.length - 2, isMarked: false });
    },
  );

  test('has no end where a byte of its pixels is missing, or any more', () => {
    const pixels = jpeg.length - 2 - jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: pixels - 1 }), (missing) => {
        expect(findJpegEnd(jpeg.subarray(0, -2 - missing))).toBeUndefined();
      }),
      { examples: [[1], [2], [3]], numRuns: 10 },
    );
  });
});

test('of a progressive JPEG that lacks a scan the end is not known', async () => {
  const jpeg = await picture().jpeg({ progressive: true }).toBuffer();
  const lastScan = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  expect(findJpegEnd(jpeg.subarray(0, lastScan))).toBeUndefined();
});

test('whatever stands there, nothing is thrown', () => {
  const [, progressive] = JPEGS[4]!;
  const change = fc.tuple(fc.nat(progressive.length - 1), fc.nat(255));
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), fc.nat(40), (changes, cut) => {
      const bad = Buffer.from(progressive.subarray(0, progressive.length - cut));
      for (const [at, value] of changes) bad[at] = value;
      const found = findJpegEnd(bad);
      expect(found === undefined || found.end <= bad.length).toBe(true);
    }),
    { numRuns: 50 },
  );
});
