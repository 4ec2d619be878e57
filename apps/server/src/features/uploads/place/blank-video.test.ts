import mediaInfoFactory, { type MediaInfo } from 'mediainfo.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PlaceStaysError } from '../../evidence/exports/refuse-place.ts';
import { filmWebm } from '../../../testing/film-webm.ts';
import { blankVideo } from './blank-video.ts';
import { box, FTYP, moov, PLANTED_MP4, track } from './testing/plant-mp4-places.ts';
import { CLUSTER, EBML, element, open, PLANTED_WEBM, tracks } from './testing/plant-webm-places.ts';

let mediaInfo: MediaInfo<'object'>;
beforeAll(async () => {
  mediaInfo = await mediaInfoFactory({ format: 'object' });
});
afterAll(() => mediaInfo.close());

/** In chunks of so many bytes, as they come over a network. */
const blank = async (file: Buffer, mime: string, chunkBytes = 65_536): Promise<Buffer> => {
  const body = async function* () {
    for (let at = 0; at < file.length; at += chunkBytes) yield file.subarray(at, at + chunkBytes);
  };
  const parts: Uint8Array[] = [];
  const readAgain = () => Promise.resolve(body());
  for await (const part of blankVideo(body(), { mime, readAgain })) parts.push(part);
  return Buffer.concat(parts);
};

/** What MediaInfo, which is not the code that blanks, says of a video. */
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

describe.each(ALL)('a place in %s of %s', (_name, mime, { file, needle, pictures }) => {
  test('is there before, and neither for a reader nor in the bytes after; the pictures stay where they are', async () => {
    expect(file.includes(needle)).toBe(true);
    const blanked = await blank(file, mime);
    expect(blanked.includes(needle)).toBe(false);
    expect(await describeVideo(blanked)).not.toMatch(/45\.4|location/i);
    expect([blanked.length, blanked.indexOf(pictures)]).toEqual([file.length, file.indexOf(pictures)]);
  });

  test('is blanked alike however the bytes are cut, and a second time changes nothing', async () => {
    const blanked = await blank(file, mime);
    expect((await blank(file, mime, 3)).equals(blanked)).toBe(true);
    expect((await blank(blanked, mime)).equals(blanked)).toBe(true);
  });

  test('is gone wherever the video is cut off, and as much is left of it', async () => {
    for (let end = 40; end < file.length; end += 97) {
      const blanked = await blank(file.subarray(0, end), mime).catch((error: Error) => error);
      if (blanked instanceof PlaceStaysError) continue;
      expect((blanked as Buffer).length).toBe(end);
      expect((blanked as Buffer).includes(needle)).toBe(false);
    }
  });
});

test('the reader that judges does find places: in user data, keys and tags', async () => {
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
    await expect(blank(Buffer.from(file), mime)).rejects.toThrow(PlaceStaysError);
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

test('who is refused, or goes away, closes what was being read', async () => {
  let isClosed = false;
  const body = async function* () {
    try {
      for (;;) yield Buffer.from('no video at all, but endless');
    } finally {
      isClosed = true;
    }
  };
  await expect(
    blankVideo(body(), { mime: 'video/mp4', readAgain: () => Promise.resolve(body()) }).next(),
  ).rejects.toThrow(PlaceStaysError);
  expect(isClosed).toBe(true);
});
