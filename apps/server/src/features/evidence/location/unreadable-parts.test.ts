import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { derivePhoto } from '../processing/transform-photo.ts';
import { inspectPhoto } from '../photos/inspect-photo.ts';
import { walkJpeg } from '../photos/jpeg/walk-jpeg.ts';
import { writePngChunk } from '../photos/testing/write-png-chunk.ts';
import type { PhotoMime } from '../photos/sniff-picture.ts';
import { blankPhoto } from './blank-photo.ts';
import { plantChunk, plantRiff, plantSegment } from './testing/plant-locations.ts';
import { plantedDegrees, writeExif } from './testing/write-exif.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const exif = (block: Buffer): Buffer => Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), block]);

/** The directory claims more entries than it has; the first is the orientation 6. */
const CUT_DIRECTORY = hex('49492a00 08000000 ff00 1201 0300 01000000 06000000 4142');
const pointTo = (tag: string, target: number): Buffer => {
  const block = writeExif({ makerNote: 'x'.repeat(300) });
  block.writeUInt32LE(target, block.indexOf(hex(`${tag}0400 01000000`)) + 8);
  return block;
};
const CAMERA = '6987';
const LOCATION = '2588';
const gpsOfFf = (): Buffer => {
  const block = writeExif();
  return block.fill(0xff, block.indexOf(plantedDegrees()) - 54);
};
const valueOverTheEnd = (): Buffer => {
  const block = writeExif();
  block.writeUInt32LE(0xffff_fff0, block.indexOf(hex('0f010200')) + 8);
  return block;
};

/** The number is the orientation that can still be read. */
const BLOCKS: [string, Buffer, number | undefined][] = [
  ['nothing', Buffer.alloc(0), undefined],
  ['a header alone', hex('4d4d002a 00000008'), undefined],
  ['half a header', Buffer.from('MM'), undefined],
  ['no TIFF', Buffer.from('no TIFF at all, 45.4583'), undefined],
  ['the header of another version', Buffer.from('II+\0\0\0\0\0'), undefined],
  ['spaces', Buffer.alloc(400, 0x20), undefined],
  ['a first directory over the end', hex('49492a00 f0ffffff 0000'), undefined],
  ['a first directory in the header', hex('49492a00 02000000 0000 0000'), undefined],
  ['no entry', hex('49492a00 08000000 0000 00000000'), undefined],
  ['a directory of 65 535 entries', hex('49492a00 08000000 ffff'), undefined],
  ['a directory that is cut off', CUT_DIRECTORY, 6],
  ['a camera’s directory over the end', pointTo(CAMERA, 0xffff_fff0), 6],
  ['a camera’s directory that is the first one', pointTo(CAMERA, 8), 6],
  ['a place over the end', pointTo(LOCATION, 0xffff_fff0), 6],
  ['a place that is the first directory', pointTo(LOCATION, 8), 6],
  ['a place of 0xFF', gpsOfFf(), 6],
  ['directories that lead to each other', writeExif({ mainNext: 8 }), 6],
  ['a thumbnail over the end', writeExif({ mainNext: 0xffff_fff0 }), 6],
  ['a value over the end', valueOverTheEnd(), 6],
  ['its second half missing', writeExif().subarray(0, 70), 6],
];

const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#3a7' } });
const JPEG = await picture.clone().jpeg().toBuffer();

/** The bytes of the tables and the coded pixels. */
const pixelsOf = (jpeg: Buffer): Buffer => {
  const parts: Buffer[] = [];
  let scanAt = 0;
  const end = walkJpeg(jpeg, 0, ({ marker, from, to }) => {
    if (marker >= 0xc0 && marker <= 0xdf) parts.push(jpeg.subarray(from, to));
    if (marker === 0xda) scanAt = to;
  });
  return Buffer.concat([...parts, jpeg.subarray(scanAt, end)]);
};

const plant = (mime: PhotoMime, block: Buffer): Buffer => {
  if (mime === 'image/jpeg') return plantSegment(0xe1, exif(block), JPEG);
  return mime === 'image/png' ? plantChunk('eXIf', block) : plantRiff('EXIF', block, 0b1000);
};

const orientationOf = async (file: Buffer) => (await sharp(file).metadata()).orientation;

describe.each(['image/jpeg', 'image/png', 'image/webp'] as const)(
  'without consent an EXIF block in %s',
  (mime) => {
    test.each(BLOCKS)('of %s is dropped, and its orientation stays', async (_what, block, orientation) => {
      const photo = plant(mime, block);
      const blanked = blankPhoto(photo, mime);
      expect(await orientationOf(blanked)).toBe(orientation);
      expect(blanked.length).toBe(photo.length);
      for (const secret of [plantedDegrees(), Buffer.from('45.4583'), Buffer.from('xxxx')])
        expect(blanked.includes(secret)).toBe(false);
      expect(await inspectPhoto(blanked)).toMatchObject({ ok: true, photo: { mime, gps: null } });
      const pixels = (file: Buffer) => sharp(file).raw().toBuffer();
      expect((await pixels(blanked)).equals(await pixels(photo))).toBe(true);
      expect(blankPhoto(blanked, mime)).toBe(blanked);
    });
  },
);

test('of a location that can’t be read the camera and the time stay, too', async () => {
  for (const block of [gpsOfFf(), pointTo(LOCATION, 0xffff_fff0), writeExif({ mainNext: 8 })]) {
    const blanked = blankPhoto(plant('image/jpeg', block), 'image/jpeg');
    for (const kept of ['Camera GmbH', '2026:11:20 10:00:00']) expect(blanked.includes(kept)).toBe(true);
  }
});

test('an EXIF block that goes on in a second segment is dropped with it, and its orientation stays', async () => {
  const block = writeExif({ makerNote: 'x'.repeat(300) });
  const rest = plantSegment(0xe1, exif(block.subarray(90)), JPEG);
  const photo = plantSegment(0xe1, exif(block.subarray(0, 90)), rest);
  const blanked = blankPhoto(photo, 'image/jpeg');
  expect([await orientationOf(photo), await orientationOf(blanked)]).toEqual([6, 6]);
  expect(blanked.includes(plantedDegrees())).toBe(false);
  expect(pixelsOf(blanked).equals(pixelsOf(photo))).toBe(true);
});

const TRAILER = Buffer.concat([
  Buffer.from('Image_UTC_Data1763629200000 45.4583 N'),
  Buffer.alloc(300, 'Z'),
  hex('ff07ffc1ff30ff91ff00ffda0008'),
  Buffer.from('SEFHk\0\0\0\x01\0\0\0\0\0\0\0\x18\0\0\0SEFT', 'latin1'),
]);
const WITH_LOCATION = plantSegment(0xe1, exif(writeExif()), JPEG);
const progressive = await picture.clone().jpeg({ progressive: true }).toBuffer();

describe.each([
  ['with its end marker', JPEG],
  ['without its end marker', JPEG.subarray(0, -2)],
  ['progressive, without its end marker', progressive.subarray(0, -2)],
])('without consent what stands behind the last scan of a JPEG %s', (_name, jpeg) => {
  test.each([
    ['a trailer of a phone', TRAILER],
    ['a text', Buffer.from('45.4583 N, 9.19 E')],
    ['a picture that is cut off', WITH_LOCATION.subarray(0, -40)],
    ['a picture and a trailer', Buffer.concat([WITH_LOCATION, TRAILER])],
    ['a picture that has no end', Buffer.concat([WITH_LOCATION.subarray(0, -2), TRAILER])],
    ['zeros, and a text', Buffer.concat([Buffer.alloc(64), Buffer.from('45.4583')])],
  ])('holds no location any more: %s', async (_what, trailer) => {
    const photo = Buffer.concat([jpeg, trailer]);
    const blanked = blankPhoto(photo, 'image/jpeg');
    for (const secret of [plantedDegrees(), Buffer.from('45.4583'), Buffer.from('SEF')])
      expect(blanked.includes(secret)).toBe(false);
    expect(blanked.length).toBe(photo.length);
    // The blanked photo has the end marker that the photo lacked.
    const whole = jpeg.at(-1) === 0xd9 ? jpeg : Buffer.concat([jpeg, hex('ffd9')]);
    expect(blanked.subarray(0, whole.length).equals(whole)).toBe(true);
    expect(await inspectPhoto(blanked)).toMatchObject({ ok: true });
    expect(blankPhoto(blanked, 'image/jpeg')).toBe(blanked);
  });
});

test('a JPEG that ends with its last pixel keeps each of its bytes', () => {
  const unmarked = Buffer.from(JPEG.subarray(0, -2));
  expect(blankPhoto(unmarked, 'image/jpeg')).toBe(unmarked);
});

test('bytes between the segments of a JPEG, which decoders skip, are blanked', () => {
  const at = 2;
  const photo = Buffer.concat([JPEG.subarray(0, at), Buffer.from('45.4583 N'), JPEG.subarray(at)]);
  const blanked = blankPhoto(photo, 'image/jpeg');
  expect(blanked.includes('45.4583')).toBe(false);
  expect(pixelsOf(blanked).equals(pixelsOf(JPEG))).toBe(true);
});

const insert = (jpeg: Buffer, at: number, content: Buffer): Buffer =>
  Buffer.concat([jpeg.subarray(0, at), content, jpeg.subarray(at)]);
const SECOND_SCAN = progressive.indexOf(hex('ffc4'), progressive.indexOf(hex('ffda')));
const FRAME = JPEG.indexOf(hex('ffc4'));
const EXIF_SEGMENT = WITH_LOCATION.subarray(2, 2 + WITH_LOCATION.length - JPEG.length);

test.each([
  ['a text before the end marker', insert(JPEG, JPEG.length - 2, Buffer.from('45.4583 N'))],
  ['a text between two scans', insert(progressive, SECOND_SCAN, Buffer.from('45.4583 N'))],
  [
    'a text behind a restart that nobody asked for',
    insert(JPEG, JPEG.length - 2, hex('ffd0 34352e34353833')),
  ],
  ['a segment whose length is 0', insert(WITH_LOCATION, 2, hex('ffe1 0000'))],
  ['a segment whose length is 1', insert(WITH_LOCATION, 2, hex('ffed 0001 34352e34353833'))],
  ['fill bytes before the EXIF block', insert(WITH_LOCATION, 2, hex('ffffff'))],
  ['the EXIF block behind the frame', insert(JPEG, FRAME, EXIF_SEGMENT)],
  ['the EXIF block under the name of another', plantSegment(0xe3, exif(writeExif()), JPEG)],
  ['a comment before the end marker', insert(JPEG, JPEG.length - 2, hex('fffe 0009 34352e34353833'))],
])('without consent a JPEG with %s is taken and holds no location any more', async (_what, photo) => {
  expect(await inspectPhoto(photo)).toMatchObject({ ok: true });
  const blanked = blankPhoto(photo, 'image/jpeg');
  for (const secret of [plantedDegrees(), Buffer.from('45.4583')])
    expect(blanked.includes(secret)).toBe(false);
  expect(blanked.length).toBe(photo.length);
  expect(await inspectPhoto(blanked)).toMatchObject({ ok: true, photo: { gps: null } });
  const pixels = (file: Buffer) => sharp(file, { failOn: 'none' }).raw().toBuffer();
  expect((await pixels(blanked)).equals(await pixels(photo))).toBe(true);
});

test.each([
  ['no TIFF', Buffer.from('MPF\0no TIFF at all, 45.4583')],
  ['its header alone', Buffer.from('MPF\0MM\0*\0\0\0\x08', 'latin1')],
  ['entries over the end', Buffer.concat([Buffer.from('MPF\0'), hex('49492a00 08000000 ff00 00b0')])],
  [
    'a table over the end',
    Buffer.concat([Buffer.from('MPF\0'), hex('49492a00 08000000 0100 02b00700 20000000 f0ffffff 00000000')]),
  ],
])('an index of further pictures that can’t be read is dropped: %s', async (_what, index) => {
  const photo = plantSegment(0xe2, index, JPEG);
  const blanked = blankPhoto(photo, 'image/jpeg');
  expect(blanked.subarray(6, 6 + index.length).every((byte) => byte === 0)).toBe(true);
  expect(pixelsOf(blanked).equals(pixelsOf(photo))).toBe(true);
  expect(await inspectPhoto(blanked)).toMatchObject({ ok: true });
});

test('what is no profile of colours in WebP is dropped, and the header does not say that there is one', async () => {
  const webp = await picture
    .clone()
    .webp({ lossless: true })
    .withExif({ IFD0: { Orientation: '6' } })
    .toBuffer();
  const chunk = Buffer.concat([Buffer.from('ICCP\x08\0\0\0none 45.', 'latin1')]);
  const photo = Buffer.concat([webp, chunk]);
  photo.writeUInt32LE(photo.length - 8, 4);
  photo[20]! |= 0b10_0000;
  const blanked = blankPhoto(photo, 'image/webp');
  expect([blanked.includes('none'), blanked[20]! & 0b10_1000]).toEqual([false, 0b1000]);
  expect(await inspectPhoto(blanked)).toMatchObject({ ok: true });
});

const note = writePngChunk('tEXt', Buffer.from('Comment\0taken on site'));
const behind = writePngChunk('eXIf', writeExif());
const prefixed = writePngChunk('eXIf', exif(writeExif()));
test.each([
  ['alone', [behind]],
  ['among texts', [note, behind, note]],
  ['twice', [behind, prefixed]],
])('EXIF behind the pixels of a PNG counts, and is blanked where it stands: %s', async (_what, chunks) => {
  const png = await picture.clone().png().toBuffer();
  const photo = Buffer.concat([png.subarray(0, -12), ...chunks, png.subarray(-12)]);
  expect(await inspectPhoto(photo)).toMatchObject({
    photo: { orientation: 6, width: 48, height: 64, gps: { lat: 45.4583333, lon: 9.19 } },
  });
  expect((await derivePhoto(photo)).display).toMatchObject({ width: 48, height: 64 });
  const blanked = blankPhoto(photo, 'image/png');
  expect(blanked.includes(plantedDegrees())).toBe(false);
  expect(await inspectPhoto(blanked)).toMatchObject({ photo: { orientation: 6, gps: null } });
});

const PNG = await picture.clone().png().toBuffer();
const palette = writePngChunk('PLTE', Buffer.alloc(48, '45.4583 '));
const PIXELS_AT = PNG.indexOf('IDAT') - 4;
test.each([
  ['two palettes', [palette, palette]],
  ['a palette that none can be', [writePngChunk('PLTE', Buffer.from('45.4583 '))]],
  ['a gamma of another length', [writePngChunk('gAMA', Buffer.from('45.4583'))]],
  [
    'chunks of others',
    [writePngChunk('caBX', Buffer.from('45.4583')), writePngChunk('abCd', Buffer.from('45.4583'))],
  ],
  ['a profile of EXIF in a text', [writePngChunk('tEXt', Buffer.from('Raw profile type exif\0 45.4583'))]],
  ['EXIF twice before the pixels', [behind, prefixed]],
])('without consent a PNG with %s is taken and keeps its pixels', async (_what, chunks) => {
  const photo = Buffer.concat([PNG.subarray(0, PIXELS_AT), ...chunks, PNG.subarray(PIXELS_AT)]);
  expect(await inspectPhoto(photo)).toMatchObject({ ok: true });
  const blanked = blankPhoto(photo, 'image/png');
  expect(blanked.includes(plantedDegrees())).toBe(false);
  expect(await inspectPhoto(blanked)).toMatchObject({ ok: true, photo: { gps: null } });
  const pixels = (file: Buffer) => sharp(file).raw().toBuffer();
  expect((await pixels(blanked)).equals(await pixels(photo))).toBe(true);
});

const SAMPLES = fileURLToPath(new URL('../../../../../../../shared/cases/photos/', import.meta.url));
describe.runIf(existsSync(SAMPLES))('samples of phones', () => {
  test.each(existsSync(SAMPLES) ? readdirSync(SAMPLES) : [])('%s is taken, and blanked', async (name) => {
    const photo = readFileSync(join(SAMPLES, name));
    const before = await inspectPhoto(photo);
    const blanked = blankPhoto(photo, 'image/jpeg');
    expect(before).toMatchObject({ ok: true });
    expect(await inspectPhoto(blanked)).toEqual(before);
    const pixels = (file: Buffer) => sharp(file).raw().toBuffer();
    expect((await pixels(blanked)).equals(await pixels(photo))).toBe(true);
  });
});
