import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawLogo } from '../../apps/server/src/features/branding/logos/draw-logo.ts';
import { inspectPhoto } from '../../apps/server/src/features/evidence/photos/inspect-photo.ts';
import type { PhotoMime } from '../../apps/server/src/features/evidence/photos/sniff-picture.ts';
import { writePngChunk } from '../../apps/server/src/features/evidence/photos/testing/write-png-chunk.ts';
import { blankPhoto } from '../../apps/server/src/features/evidence/location/blank-photo.ts';
import {
  plantChunk,
  plantRiff,
  plantSegment,
} from '../../apps/server/src/features/evidence/location/testing/plant-locations.ts';
import { blankVideo } from '../../apps/server/src/features/uploads/location/blank-video.ts';
import {
  box,
  FTYP,
  moov,
  track,
} from '../../apps/server/src/features/uploads/location/testing/plant-mp4-locations.ts';
import {
  CLUSTER,
  EBML,
  element,
  open,
  tracks,
} from '../../apps/server/src/features/uploads/location/testing/plant-webm-locations.ts';
import { remuxVideo } from '../../apps/server/src/features/uploads/remux/remux-video.ts';
import { readUploadMetadata } from '../../apps/server/src/features/uploads/upload-metadata.ts';
import { measureGrowth, type Growing } from './measure-growth.ts';

/** All threads count, since others do the work on pixels. */
const spentByProcess = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * The cost of a file must grow linearly with its size. The service reads it in a decoding process, with a minute of the
 * processor.
 */
const expectLinear = async <Input>(growing: Omit<Growing<Input>, 'name'>): Promise<void> => {
  const all = { name: 'it', mostMs: 20_000, floorMs: 100, spentMs: spentByProcess, ...growing };
  expect(await measureGrowth(all)).toBeUndefined();
};

const LIMIT = { timeout: 300_000 };
const MIB = 1024 ** 2;

type Make = (size: number) => Buffer;

const fill = (part: Buffer | string, size: number): Buffer =>
  Buffer.alloc(Math.max(part.length, size - (size % part.length)), Buffer.from(part as string, 'latin1'));
const insert = (file: Buffer, at: number, more: Buffer): Buffer =>
  Buffer.concat([file.subarray(0, at), more, file.subarray(at)]);

/** The structure has one directory; each entry is a tag, type, count and value. */
const writeTiff = (size: number, entryOf: (index: number) => [number, number, number, number]): Buffer => {
  const count = Math.max(1, Math.min(65_535, Math.floor(size / 12)));
  const tiff = Buffer.alloc(14 + count * 12);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(count, 8);
  for (let index = 0; index < count; index += 1) {
    const [tag, type, values, value] = entryOf(index);
    const at = 10 + index * 12;
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(values, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  }
  return tiff;
};

const times: Make = (size) => writeTiff(size, () => [0x9003, 2, 4, 0]);
/** Directories that each point to half of the block, which is full of further directories. */
const overlaps: Make = (size) => {
  const tiff = Buffer.concat([writeTiff(size / 2, () => [0x8769, 4, 1, 0]), Buffer.alloc(size)]);
  const count = tiff.readUInt16LE(8);
  for (let index = 0; index < count; index += 1) {
    const at = 14 + count * 12 + index * 2;
    tiff.writeUInt32LE(at, 18 + index * 12);
    tiff.writeUInt16LE(Math.floor(count / 2), at);
  }
  return tiff;
};
const toSegment = (tiff: Buffer): Buffer =>
  plantSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]));

const JPEG = plantSegment(0xfe, Buffer.alloc(0));
const PNG = plantChunk('voId', Buffer.alloc(0));
const inJpeg =
  (part: string): Make =>
  (size) =>
    insert(JPEG, 2, fill(Buffer.from(part, 'hex'), size));
const inPng =
  (type: string, content: string): Make =>
  (size) =>
    insert(PNG, 33, fill(writePngChunk(type, Buffer.from(content, 'latin1')), size));
const inWebp =
  (part: string): Make =>
  (size) => {
    const webp = Buffer.concat([plantRiff('VOID', Buffer.alloc(0), 0), fill(part, size)]);
    webp.writeUInt32LE(webp.length - 8, 4);
    return webp;
  };

describe('a photo costs no more than its size', () => {
  it.each<[PhotoMime, string, Make, number]>([
    ['image/jpeg', 'of empty segments', inJpeg('ffe90002'), 4 * MIB],
    ['image/jpeg', 'of empty EXIF blocks', inJpeg('ffe100084578696600000000'), 4 * MIB],
    ['image/jpeg', 'of bytes before a marker', inJpeg('ff'), 16 * MIB],
    ['image/jpeg', 'of times', (size) => toSegment(times(size)), 60_000],
    [
      'image/jpeg',
      'with pictures behind it',
      (size) => Buffer.concat([JPEG, fill('\xff\xd8\xff\xd9', size)]),
      4 * MIB,
    ],
    [
      'image/jpeg',
      'with starts behind it',
      (size) => Buffer.concat([JPEG, fill('\xff\xd8\xff\0', size)]),
      16 * MIB,
    ],
    ['image/png', 'of empty chunks', inPng('voId', ''), 4 * MIB],
    ['image/png', 'of empty chunks of pixels', inPng('IDAT', ''), 2 * MIB],
    ['image/png', 'of texts', inPng('tEXt', 'a\0b'), 4 * MIB],
    ['image/png', 'of packed texts', inPng('zTXt', 'a\0\0'), 2 * MIB],
    ['image/png', 'of profiles', inPng('iCCP', 'a\0\0'), 2 * MIB],
    ['image/png', 'of sizes of pixels', inPng('pHYs', '123456789'), 2 * MIB],
    ['image/png', 'of times', (size) => plantChunk('eXIf', times(size)), 700_000],
    ['image/webp', 'of empty chunks', inWebp('abcd\0\0\0\0'), 8 * MIB],
    ['image/webp', 'of times', (size) => plantRiff('EXIF', times(size), 0b1000), 700_000],
  ])('%s %s', LIMIT, async (mime, _what, make, largest) => {
    const handle = async (photo: Buffer) => {
      await inspectPhoto(photo);
      blankPhoto(photo, mime);
    };
    await expectLinear({ make, handle, largest });
  });

  // libexif reads these directories, at most 64 KiB of them.
  it.each<[PhotoMime, string, Make, number]>([
    ['image/jpeg', 'of directories that lie in each other', (size) => toSegment(overlaps(size)), 40_000],
    [
      'image/png',
      'of directories that lie in each other',
      (size) => plantChunk('eXIf', overlaps(size)),
      8 * MIB,
    ],
    [
      'image/webp',
      'of directories that lie in each other',
      (size) => plantRiff('EXIF', overlaps(size), 8),
      8 * MIB,
    ],
  ])('%s %s, when it is blanked', LIMIT, async (mime, _what, make, largest) => {
    await expectLinear({ make, handle: (photo) => blankPhoto(photo, mime), largest });
  });
});

const SEGMENT = 0x18538067;
const CUES = 0x1c53bb6b;
const mp4 = (...boxes: Buffer[]): Buffer => Buffer.concat([FTYP, ...boxes]);
const webm = (...elements: Buffer[]): Buffer =>
  Buffer.concat([EBML, open(SEGMENT, Buffer.concat([tracks(1), ...elements]))]);
const EVIL = '\0\0\0\x08evil';
const FRAGMENT = box('moof', box('traf', box('tfhd', Buffer.alloc(8)), box('trun', Buffer.alloc(8))));
/** Each box holds the next. */
const nest: Make = (size) => {
  const nested = fill('\0\0\0\0moov', size);
  for (let at = 0; at < nested.length; at += 8) nested.writeUInt32BE(nested.length - at, at);
  return nested;
};

describe('a video costs no more than its size', () => {
  let recording: string;
  beforeAll(async () => {
    recording = join(await mkdtemp(join(tmpdir(), 'fis-growth-')), 'recording');
  });
  afterAll(() => rm(join(recording, '..'), { recursive: true }));

  it.each<[string, string, Make, number]>([
    ['video/mp4', 'of empty boxes', (size) => mp4(fill(EVIL, size)), 8 * MIB],
    ['video/mp4', 'of boxes in each other', (size) => mp4(nest(size)), 8 * MIB],
    ['video/mp4', 'with an index of empty boxes', (size) => mp4(box('moov', fill(EVIL, size))), 30 * MIB],
    [
      'video/mp4',
      'with an index of empty tracks',
      (size) => mp4(box('moov', fill(box('trak'), size))),
      790_000,
    ],
    ['video/mp4', 'with an index of tracks', (size) => mp4(box('moov', fill(track('vide'), size))), 8 * MIB],
    ['video/mp4', 'of fragments', (size) => mp4(moov(), fill(FRAGMENT, size)), 4 * MIB],
    ['video/mp4', 'of media', (size) => mp4(moov(), fill(box('mdat'), size)), 1.9 * MIB],
    ['video/webm', 'of empty elements', (size) => webm(fill('\xbf\x80', size)), 4 * MIB],
    ['video/webm', 'of elements of nothing', (size) => webm(fill('\xec\x80', size)), 4 * MIB],
    ['video/webm', 'of clusters', (size) => webm(fill(element(0x1f43b675, Buffer.alloc(0)), size)), 4 * MIB],
    ['video/webm', 'of pictures', (size) => webm(fill(CLUSTER, size)), 64 * MIB],
    ['video/webm', 'of tracks', (size) => webm(fill(tracks(1), size)), 4 * MIB],
    [
      'video/webm',
      'with positions of nothing',
      (size) => webm(element(CUES, fill('\xbb\x80', size), 8)),
      990_000,
    ],
    [
      'video/webm',
      'with positions of no kind',
      (size) => webm(element(CUES, fill('\xbf\x80', size), 8)),
      16 * MIB,
    ],
  ])('%s %s', LIMIT, async (mime, _what, make, largest) => {
    const write = (size: number) => writeFileSync(recording, make(size));
    await expectLinear({ make: write, handle: () => blankVideo({ recording, mime }), largest });
  });

  it.each<[string, string, Make, number]>([
    ['video/mp4', 'of empty boxes', (size) => mp4(moov(), fill(EVIL, size)), 2 * MIB],
    ['video/mp4', 'of fragments', (size) => mp4(moov(), fill(FRAGMENT, size)), 2 * MIB],
    ['video/mp4', 'with an index of tracks', (size) => mp4(box('moov', fill(track('vide'), size))), MIB],
    ['video/webm', 'of elements of nothing', (size) => webm(tracks(1), fill('\xec\x80', size)), MIB / 4],
    ['video/webm', 'of pictures', (size) => webm(tracks(1), fill(CLUSTER, size)), 8 * MIB],
    ['video/webm', 'of tracks', (size) => webm(fill(tracks(1), size)), MIB],
  ])('%s %s, when it is made playable', LIMIT, async (mime, _what, make, largest) => {
    const write = (size: number) => writeFileSync(recording, make(size));
    const order = { recording, playable: `${recording}.playable`, mime };
    await expectLinear({ make: write, handle: () => remuxVideo(order), largest });
  });
});

const svg = (inner: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">${inner}</svg>`);
const repeat = (part: string, size: number): string =>
  part.repeat(Math.max(1, Math.floor(size / part.length)));

describe('a logo costs no more than its size', () => {
  it.each<[string, (size: number) => string]>([
    ['of spaces', (size) => ' '.repeat(size)],
    ['of spaces in a tag', (size) => `<g${' '.repeat(size)}/>`],
    ['of a tag that does not end', (size) => `<g${' '.repeat(size)}`],
    ['of a name', (size) => `<g${'a'.repeat(size)}`],
    ['of names without a value', (size) => `<g ${repeat('a ', size)}/>`],
    ['of attributes', (size) => `<g ${repeat('a="" ', size)}/>`],
    ['of brackets', (size) => '<'.repeat(size)],
    ['of comments', (size) => repeat('<!---->', size)],
    ['of comments that do not end', (size) => repeat('<!--', size)],
    ['of elements', (size) => repeat('<g/>', size)],
    ['of elements in each other', (size) => repeat('<g>', size / 2) + repeat('</g>', size / 2)],
    [
      'of namespaces',
      (size) => `<g ${Array.from({ length: size / 20 }, (_, at) => `xmlns:a${at}="u"`).join(' ')}/>`,
    ],
    ['of namespaces in every element', (size) => repeat('<g xmlns:a="u"/>', size)],
    ['of a line', (size) => `<path d="M0 0${repeat('L9 9', size)}"/>`],
    ['of a drawn line', (size) => `<path stroke="#000" d="M0 0${repeat('Q9 9 1 1', size / 8)}"/>`],
    [
      'of rules',
      (size) => `<style>${repeat('.a{fill:#000}', size / 2)}</style>${repeat('<g class="a"/>', size / 8)}`,
    ],
    ['of selectors', (size) => `<style>${repeat('a b,', size)}a{fill:#000}</style><g/>`],
    ['of styles', (size) => `<g style="${repeat('a:b;', size)}"/>`],
    ['of classes', (size) => `<style>.a{fill:#000}</style><g class="${repeat('b ', size)}"/>`],
    ['of turns', (size) => `<g transform="${repeat('scale(1)', size)}"/>`],
    ['of colours', (size) => `<linearGradient id="a">${repeat('<stop/>', size)}</linearGradient>`],
    ['of masks of one name', (size) => `${repeat('<mask id="a"/>', size)}<g mask="url(#a)"/>`],
    ['of addresses', (size) => `<style>${repeat('url( ', size)}</style>`],
    ['of an address behind spaces', (size) => `<style>url(${' '.repeat(size)}#</style>`],
    ['of references to characters', (size) => `<title>${repeat('&amp;', size)}</title>`],
  ])('%s', LIMIT, async (_what, write) => {
    await expectLinear({
      make: (size) => svg(write(size)).toString('base64'),
      handle: (image) => drawLogo({ image }),
      largest: 250_000,
    });
  });
});

describe('what is said of an upload costs no more than its size, and 50 ms at most', () => {
  // Node.js allows no more in all headers of a request.
  it.each<[string, (size: number) => Record<string, string>]>([
    ['many keys', (size) => Object.fromEntries(Array.from({ length: size / 4 }, (_, at) => [`a${at}`, '']))],
    ['a long type', (size) => ({ filetype: `video/webm;${' '.repeat(size)}` })],
    ['a long number', (size) => ({ filetype: 'video/webm', lat: '9'.repeat(size), lon: '1' })],
    ['a long place', (size) => ({ filetype: 'video/webm', slot: '\0'.repeat(size) })],
    [
      'a long time',
      (size) => ({ filetype: 'video/webm', captured_at: `2026-01-01T00:00:00.${'0'.repeat(size)}Z` }),
    ],
    ['a long session', (size) => ({ filetype: 'video/webm', session: '-'.repeat(size) })],
    ['a long hash', (size) => ({ filetype: 'video/webm', sha256: 'a'.repeat(size) })],
  ])('of %s', LIMIT, async (_what, make) => {
    const handle = (metadata: Record<string, string>) =>
      readUploadMetadata(metadata, { size: 1, takes: 'recording' });
    await expectLinear({ make, handle, largest: 16_384, mostMs: 50 });
  });
});
