import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mediaInfoFactory, { type MediaInfo } from 'mediainfo.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LocationStaysError } from '../../evidence/exports/refuse-location.ts';
import { filmWebm } from '../../../testing/film-webm.ts';
import { blankVideo } from './blank-video.ts';
import { box, FTYP, moov, PLANTED_MP4, track } from './testing/plant-mp4-locations.ts';
import { CLUSTER, EBML, element, open, PLANTED_WEBM, tracks } from './testing/plant-webm-locations.ts';

let mediaInfo: MediaInfo<'object'>;
let recording: string;
beforeAll(async () => {
  mediaInfo = await mediaInfoFactory({ format: 'object' });
  recording = join(await mkdtemp(join(tmpdir(), 'fis-recordings-')), 'recording');
});
afterAll(async () => {
  mediaInfo.close();
  await rm(join(recording, '..'), { recursive: true });
});

const blank = async (file: Buffer, mime: string): Promise<Buffer> => {
  await writeFile(recording, file);
  const outcome = await blankVideo({ recording, mime });
  if (!outcome.ok) throw new LocationStaysError(outcome.message);
  return readFile(recording);
};

const WINDOW_BYTES = 256 * 1024;

const shift = (file: Buffer, mime: string, bytes: number): Buffer => {
  const headBytes = mime === 'video/mp4' ? file.readUInt32BE(0) : file.indexOf(EBML_SEGMENT);
  const gap =
    mime === 'video/mp4' ? box('free', Buffer.alloc(bytes - 8)) : element(0xec, Buffer.alloc(bytes - 9), 8);
  const shifted = Buffer.concat([file.subarray(0, headBytes), gap, file.subarray(headBytes)]);
  return mime === 'video/mp4' ? moveMedia(shifted, file.indexOf('the pictures'), bytes) : shifted;
};

const EBML_SEGMENT = Buffer.from('18538067', 'hex');

const moveMedia = (file: Buffer, from: number, by: number): Buffer => {
  for (let at = file.indexOf('stco'); at >= 0; at = file.indexOf('stco', at + 4)) {
    const offsetAt = at + 12;
    if (file.readUInt32BE(offsetAt) === from) file.writeUInt32BE(from + by, offsetAt);
  }
  return file;
};

const describeVideo = async (file: Buffer): Promise<string> =>
  JSON.stringify(
    await mediaInfo.analyzeData(
      () => file.length,
      (size, offset) => file.subarray(offset, offset + size),
    ),
  );

const ALL = [
  ...PLANTED_MP4.map(([name, planted]) => [name, 'video/mp4', planted] as const),
  ...PLANTED_WEBM.map(([name, planted]) => [name, 'video/webm', planted] as const),
];

describe.each(ALL)('a location in %s of %s', (_name, mime, { file, needle, pictures }) => {
  test('is there before, and neither for a reader nor in the bytes after; the pictures stay where they are', async () => {
    expect(file.includes(needle)).toBe(true);
    const blanked = await blank(file, mime);
    expect(blanked.includes(needle)).toBe(false);
    expect(await describeVideo(blanked)).not.toMatch(/45\.4|location/i);
    expect([blanked.length, blanked.indexOf(pictures)]).toEqual([file.length, file.indexOf(pictures)]);
  });

  test('is blanked alike wherever what is read at once ends, and a second time changes nothing', async () => {
    const blanked = await blank(file, mime);
    for (let cut = 41; cut < file.length; cut += 509) {
      const bytes = WINDOW_BYTES - cut;
      const shifted = await blank(shift(file, mime, bytes), mime);
      expect(shifted.equals(shift(blanked, mime, bytes))).toBe(true);
    }
    expect((await blank(blanked, mime)).equals(blanked)).toBe(true);
  });

  test('is gone wherever the video is cut off, and as much is left of it', async () => {
    for (let end = 40; end < file.length; end += 97) {
      const blanked = await blank(file.subarray(0, end), mime).catch((error: Error) => error);
      if (blanked instanceof LocationStaysError) continue;
      expect((blanked as Buffer).length).toBe(end);
      expect((blanked as Buffer).includes(needle)).toBe(false);
    }
  });
});

test('the reader that judges does find locations: in user data, keys and tags', async () => {
  const names = ['©xyz before the pictures', 'loci', 'the keys of a phone', 'LOCATION before the pictures'];
  const found: string[] = [];
  for (const [name, , { file }] of ALL) if (names.includes(name)) found.push(await describeVideo(file));
  expect(found.map((text) => /45\.4/.test(text))).toEqual([true, true, true, true]);
});

test('the reader still sees the tracks of what was blanked', async () => {
  for (const [, mime, { file }] of ALL) {
    expect(await describeVideo(await blank(file, mime))).toContain('"@type":"Video"');
  }
});

const MEDIA = box('mdat', 'p'.repeat(6_500));
const SEGMENT = 0x18538067;
const size64 = Buffer.from('00000001', 'hex');

describe('what can’t be read, or may be a way, is refused in words', () => {
  test.each([
    ['no MP4', 'video/mp4', Buffer.from('RIFF....WEBP and more')],
    ['a WebM', 'video/mp4', EBML],
    ['a box of a size below its header', 'video/mp4', Buffer.concat([FTYP, Buffer.from('\0\0\0\x04moov')])],
    [
      'a long size of nothing',
      'video/mp4',
      Buffer.concat([FTYP, size64, Buffer.from('mdat'), Buffer.alloc(8)]),
    ],
    [
      'a child over its parent’s end',
      'video/mp4',
      Buffer.concat([FTYP, box('moov', Buffer.from('\0\0\x01\0mvhd')), box('udta', 'x')]),
    ],
    ['a child without a size', 'video/mp4', Buffer.concat([FTYP, box('moov', Buffer.from('\0\0\0\0mvhd'))])],
    ['a container without a size', 'video/mp4', Buffer.concat([FTYP, Buffer.from('\0\0\0\0moov')])],
    [
      'a handler that is cut short',
      'video/mp4',
      Buffer.concat([FTYP, box('moov', box('trak', box('mdia', box('hdlr', '123'))))]),
    ],
    ['a track of metadata', 'video/mp4', Buffer.concat([FTYP, moov(track('meta'))])],
    ['a track of texts', 'video/mp4', Buffer.concat([FTYP, moov(track('text'))])],
    ['no WebM', 'video/webm', Buffer.from('no video')],
    ['an MP4', 'video/webm', FTYP],
    ['an id of no length', 'video/webm', Buffer.concat([EBML, Buffer.alloc(20)])],
    [
      'a tag without a size',
      'video/webm',
      Buffer.concat([EBML, open(SEGMENT, open(0x1254c367, Buffer.alloc(9)))]),
    ],
    [
      'a child over its parent’s end',
      'video/webm',
      Buffer.concat([EBML, element(SEGMENT, Buffer.from('e790', 'hex')), Buffer.alloc(100)]),
    ],
    [
      'a track of texts',
      'video/webm',
      Buffer.concat([EBML, open(SEGMENT, Buffer.concat([tracks(0x11), CLUSTER]))]),
    ],
    ['a track of metadata', 'video/webm', Buffer.concat([EBML, open(SEGMENT, tracks(0x21))])],
    [
      'clusters 10 000 deep',
      'video/webm',
      Buffer.concat([
        EBML,
        ...Array.from({ length: 10_000 }, (_, depth) => {
          const head = Buffer.from('1f43b67510000000', 'hex');
          head.writeUInt32BE(0x10000000 + 8 * (9_999 - depth), 4);
          return head;
        }),
      ]),
    ],
  ] as const)('%s in %s', async (_what, mime, file) => {
    const begin = performance.now();
    await expect(blank(Buffer.from(file), mime)).rejects.toThrow(LocationStaysError);
    expect(performance.now() - begin).toBeLessThan(2_000);
  });
});

test('boxes 10 000 deep take little time, and nothing of what is in them stays', async () => {
  const file = Buffer.concat([
    FTYP,
    ...Array.from({ length: 10_000 }, (_, depth) => {
      const head = Buffer.from('\0\0\0\0moov');
      head.writeUInt32BE(8 * (10_000 - depth));
      return head;
    }),
  ]);
  const begin = performance.now();
  const blanked = await blank(file, 'video/mp4');
  expect(performance.now() - begin).toBeLessThan(2_000);
  expect(blanked.toString('latin1').match(/moov/g)).toEqual(['moov']);
});

test.each([
  ['media without an index', [MEDIA], 'no index of its pictures'],
  ['two indexes', [moov(), moov(), MEDIA], 'structure is broken'],
  ['pictures in a box that is no media', [moov(), box('free', 'x'.repeat(10_000)), MEDIA], 'no picture'],
  [
    'pictures that are encrypted',
    [moov(track('vide', { entry: box('encv', Buffer.alloc(78)) })), MEDIA],
    'encrypted',
  ],
])('%s of an MP4 can’t be judged, and is refused in words', async (_what, boxes, words) => {
  const file = Buffer.concat([FTYP, ...boxes]);
  for (let at = file.indexOf('~~~~'); at >= 0; at = file.indexOf('~~~~')) {
    file.writeUInt32BE(file.indexOf('xxxx') >= 0 ? file.indexOf('xxxx') : file.length - 6_500, at);
  }
  await expect(blank(file, 'video/mp4')).rejects.toThrow(words);
});

test('a recording that has nothing to blank stays byte for byte', async () => {
  const file = filmWebm(1000);
  expect((await blank(file, 'video/webm')).equals(file)).toBe(true);
});

test('a million boxes of nothing take no more memory than one, and little time', async () => {
  const file = Buffer.concat([FTYP, Buffer.alloc(8_000_000, Buffer.from('\0\0\0\x08evil'))]);
  const begin = performance.now();
  const blanked = await blank(file, 'video/mp4');
  expect(blanked.includes('evil')).toBe(false);
  expect(performance.now() - begin).toBeLessThan(30_000);
});

const tinyBoxes = (count: number) => Buffer.alloc(8 * count, Buffer.from('\0\0\0\x08evil'));

test('an index of more boxes than any film has is refused when it has been read so far', async () => {
  const file = Buffer.concat([FTYP, box('moov', tinyBoxes(3_900_000)), MEDIA]);
  await expect(blank(file, 'video/mp4')).rejects.toThrow('its index has too many parts');
});

test('what stands before the index of pictures, and is larger than any of a film, is refused unread', async () => {
  const file = Buffer.concat([EBML, open(SEGMENT, element(0x1549a966, Buffer.alloc(1024 ** 2), 8))]);
  await expect(blank(file, 'video/webm')).rejects.toThrow('its index is too large');
});

const tinyElements = (count: number) => {
  const cues = element(0x1c53bb6b, Buffer.alloc(2 * count, Buffer.from('bf80', 'hex')), 8);
  return Buffer.concat([EBML, open(SEGMENT, cues)]);
};

test('an element of more elements than any film has is refused when it has been read so far', async () => {
  await expect(blank(tinyElements(8_000_000), 'video/webm')).rejects.toThrow('its index has too many parts');
});

test('as many elements and boxes as a film may have are blanked', async () => {
  const webm = await blank(tinyElements(400_000), 'video/webm');
  expect(webm.includes('bf80', undefined, 'hex')).toBe(false);
  const mp4 = await blank(Buffer.concat([FTYP, box('moov', tinyBoxes(90_000))]), 'video/mp4');
  expect(mp4.includes('evil')).toBe(false);
});
