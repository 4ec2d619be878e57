import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { hasTangledExif } from '../../../platform/decoding/judge-exif.ts';
import { inspectPhoto } from './inspect-photo.ts';

const EXIF = 0x8769;
const GPS = 0x8825;
const ORIENTATION = 0x0112;

type Entry = [tag: number, value: number];
type Directory = { at: number; entries: Entry[]; next?: number };

const makeTiff = (directories: Directory[], order: 'II' | 'MM' = 'II'): Buffer => {
  const bytes = Buffer.alloc(Math.max(...directories.map(({ at, entries }) => at + 6 + entries.length * 12)));
  const isLittle = order === 'II';
  const short = (value: number, at: number) =>
    isLittle ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    isLittle ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at);
  bytes.write(isLittle ? 'II*\0' : 'MM\0*', 0, 'latin1');
  long(8, 4);
  for (const { at, entries, next = 0 } of directories) {
    short(entries.length, at);
    entries.forEach(([tag, value], index) => {
      const entryAt = at + 2 + index * 12;
      short(tag, entryAt);
      short(tag === ORIENTATION ? 3 : 4, entryAt + 2);
      long(1, entryAt + 4);
      if (tag === ORIENTATION) short(value, entryAt + 8);
      else long(value, entryAt + 8);
    });
    long(next, at + 2 + entries.length * 12);
  }
  return bytes;
};

const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#123456' } });

const makeJpeg = async (tiff: Buffer): Promise<Buffer> => {
  const jpeg = await picture.clone().jpeg().toBuffer();
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, (content.length + 2) >> 8, (content.length + 2) & 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
};

const repeat = (count: number, entryOf: (index: number) => Entry): Entry[] =>
  Array.from({ length: count }, (_, index) => entryOf(index));

const INTO_ITSELF = makeTiff([
  { at: 8, entries: repeat(40, (index) => [index % 2 ? EXIF : GPS, 8]), next: 8 },
]);

describe('a photo whose EXIF leads into itself', () => {
  test('is refused before libvips opens it, which would take seconds for 796 bytes', async () => {
    const photo = await makeJpeg(INTO_ITSELF);
    expect(await inspectPhoto(photo)).toMatchObject({
      ok: false,
      code: 'corrupt',
      message: expect.stringContaining('send the photo without it'),
    });
  });

  test.each([
    ['as it is', INTO_ITSELF],
    ['from the least end', makeTiff([{ at: 8, entries: repeat(17, () => [EXIF, 8]) }], 'MM')],
    ['by one pointer', makeTiff([{ at: 8, entries: [[EXIF, 8]] }])],
    [
      'through others, each of which is named over and over',
      makeTiff(
        repeat(6, () => [0, 0]).map((_, index) => ({
          at: 8 + index * 100,
          entries: repeat(4, () => [EXIF, 8 + (index + 1) * 100] as Entry),
        })),
      ),
    ],
  ])('is found out: %s', async (_, tiff) => {
    expect(hasTangledExif(await makeJpeg(tiff))).toBe(true);
    const chunk = (name: string) => Buffer.concat([Buffer.from(name, 'latin1'), tiff]);
    expect(hasTangledExif(chunk('....eXIf'))).toBe(true);
    expect(hasTangledExif(chunk('EXIF....'))).toBe(true);
  });
});

test.each(['II', 'MM'] as const)('a camera’s directories are none of these: %s', async (order) => {
  const tiff = makeTiff(
    [
      {
        at: 8,
        entries: [
          [ORIENTATION, 6],
          [EXIF, 100],
          [GPS, 200],
        ],
        next: 300,
      },
      { at: 100, entries: [[0xa005, 400]] },
      { at: 200, entries: [[1, 0]] },
      { at: 300, entries: [[0x0201, 500]] },
      { at: 400, entries: [[1, 0]] },
    ],
    order,
  );
  const photo = await makeJpeg(tiff);
  expect(hasTangledExif(photo)).toBe(false);
  expect(await inspectPhoto(photo)).toMatchObject({ ok: true, photo: { orientation: 6 } });
});

test('a directory that is cut off, or stands nowhere, is for others to judge', () => {
  for (const tiff of [
    makeTiff([{ at: 8, entries: [[GPS, 0xffffffff]] }]),
    makeTiff([{ at: 8, entries: repeat(9, () => [ORIENTATION, 1]) }]).subarray(0, 40),
    Buffer.from('II*\0', 'latin1'),
    Buffer.alloc(0),
  ]) {
    expect(hasTangledExif(Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]))).toBe(false);
  }
});
