import exifr from 'exifr';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { LocationStaysError } from './location-stays-error.ts';
import { blankPhoto } from './blank-photo.ts';
import {
  plantChunk,
  PLANTED_PHOTOS,
  plantProfileInParts,
  plantProfileOfTables,
  plantSegment,
} from './testing/plant-locations.ts';
import { writeExif } from './testing/write-exif.ts';

const exif = (block: Buffer): Buffer => Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), block]);

/** exifr is independent of the code that blanks. It can't read WebP, so it gets the blocks. */
const readLocation = async (file: Buffer, mime: string): Promise<unknown[]> => {
  const { exif: block, xmp } = await sharp(file).metadata();
  const blocks = mime === 'image/webp' ? [block?.subarray(block.indexOf('Exif') === 0 ? 6 : 0)] : [file];
  const found: unknown[] = xmp ? [xmp.toString()] : [];
  for (const bytes of blocks) {
    if (!bytes) continue;
    const read = await exifr.parse(bytes, { gps: true, xmp: true, iptc: true, mergeOutput: true });
    for (const name of ['latitude', 'GPSLatitude', 'City', 'UserComment', 'ImageDescription']) {
      if (read?.[name] !== undefined) found.push(read[name]);
    }
  }
  return found;
};

const pixelsOf = (file: Buffer) => sharp(file).raw().toBuffer();

describe.each(PLANTED_PHOTOS)('a location in %s of %s', (_name, mime, { file, needle }) => {
  test('is found before, and neither by a reader nor in the bytes after; the pixels are the same', async () => {
    expect(file.includes(needle)).toBe(true);
    const blanked = blankPhoto(file, mime);
    expect(blanked.includes(needle)).toBe(false);
    expect(await readLocation(blanked, mime)).toEqual([]);
    expect(blanked.length).toBe(file.length);
    expect((await pixelsOf(blanked)).equals(await pixelsOf(file))).toBe(true);
    expect(blankPhoto(blanked, mime)).toBe(blanked);
  });
});

test('the reader that judges does find locations: in EXIF, XMP and IPTC', async () => {
  const read = await Promise.all(
    PLANTED_PHOTOS.filter(([name]) => /^(EXIF|XMP|IPTC)/.test(name)).map(([, mime, { file }]) =>
      readLocation(file, mime),
    ),
  );
  expect(read.map((found) => found.length > 0)).toEqual(read.map(() => true));
});

test('time, camera and orientation stay, and a second run changes nothing', async () => {
  const file = plantSegment(0xe1, exif(writeExif({ makerNote: 'x'.repeat(3000) })));
  const blanked = blankPhoto(file, 'image/jpeg');
  const read = await exifr.parse(blanked, { translateValues: false, reviveValues: false });
  expect(read).toEqual({ Make: 'Camera GmbH', Orientation: 6, DateTimeOriginal: '2026:11:20 10:00:00' });
  expect(blankPhoto(blanked, 'image/jpeg')).toBe(blanked);
});

test('the pixels of a second picture stay, since a camera puts brightness there', async () => {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
    .jpeg()
    .toBuffer();
  const file = Buffer.concat([picture, plantSegment(0xe1, exif(writeExif()))]);
  const blanked = blankPhoto(file, 'image/jpeg');
  const [before, after] = [file, blanked].map((bytes) => bytes.subarray(picture.length));
  expect((await pixelsOf(after!)).equals(await pixelsOf(before!))).toBe(true);
});

const jpeg = (block: Buffer) => plantSegment(0xe1, exif(block));
const cut = (file: Buffer, at: number) => Buffer.from(file.subarray(0, at));

describe('what can’t be read to its end is refused in words, soon', () => {
  test.each([
    ['a segment over the end', 'image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 0, 0])],
    ['a segment of no length', 'image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0, 0, 0])],
    ['a start in a start, 10 000 deep', 'image/jpeg', Buffer.alloc(20_000, Buffer.from([0xff, 0xd8]))],
    [
      '25 MiB of fill bytes',
      'image/jpeg',
      Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(25 * 1024 ** 2, 0xff)]),
    ],
    ['a profile of colours in parts', 'image/jpeg', plantProfileInParts()],
    ['a profile of tables', 'image/jpeg', plantProfileOfTables()],
    ['a table of Huffman that goes on', 'image/jpeg', plantSegment(0xc4, Buffer.alloc(20, 1))],
    ['a quantization that goes on', 'image/jpeg', plantSegment(0xdb, Buffer.alloc(70))],
    ['a chunk over the end', 'image/png', cut(plantChunk('eXIf', writeExif()), 60)],
    ['no end', 'image/png', cut(plantChunk('eXIf', writeExif()), 33)],
    [
      'a chunk over the end',
      'image/webp',
      Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBPEXIF'), Buffer.alloc(4, 0xff)]),
    ],
    [
      'a size over the end',
      'image/webp',
      Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4, 0xff), Buffer.from('WEBP')]),
    ],
  ] as const)('%s in %s', (_what, mime, file) => {
    const begin = performance.now();
    expect(() => blankPhoto(file, mime)).toThrow(LocationStaysError);
    expect(performance.now() - begin).toBeLessThan(2_000);
  });
});

test('a chain of thumbnails that overlap each other takes no longer than it is long', () => {
  const block = writeExif({ location: false });
  const links = Buffer.alloc(5_000 * 6);
  for (let at = 0; at + 6 <= links.length; at += 6) links.writeUInt32LE(block.length + at + 6, at + 2);
  const long = Buffer.concat([writeExif({ location: false, mainNext: block.length }), links]);
  expect(() => blankPhoto(jpeg(long), 'image/jpeg')).not.toThrow();
});
