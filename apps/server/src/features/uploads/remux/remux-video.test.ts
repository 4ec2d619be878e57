import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import mediaInfoFactory, { type MediaInfo } from 'mediainfo.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { box, FTYP } from '../location/testing/plant-mp4-locations.ts';
import { element } from '../location/testing/plant-webm-locations.ts';
import { remuxVideo } from './remux-video.ts';

let mediaInfo: MediaInfo<'object'>;
let folder: string;
beforeAll(async () => {
  mediaInfo = await mediaInfoFactory({ format: 'object' });
  folder = await mkdtemp(join(tmpdir(), 'fis-remux-'));
});
afterAll(async () => {
  mediaInfo.close();
  await rm(folder, { recursive: true });
});

const readRecording = (name: string) => readFile(new URL(`testing/${name}`, import.meta.url));
const mimeOf = (name: string) => `video/${name.split('.')[1]!}`;

const remux = async (file: Buffer, mime: string) => {
  const order = { recording: join(folder, 'recording'), playable: join(folder, 'playable'), mime };
  await rm(order.playable, { force: true });
  await writeFile(order.recording, file);
  return { outcome: await remuxVideo(order), playable: () => readFile(order.playable) };
};

const describeVideo = async (file: Buffer) => {
  const { media } = await mediaInfo.analyzeData(
    () => file.length,
    (size, offset) => file.subarray(offset, offset + size),
  );
  return Object.assign({}, ...media!.track.filter((track) => track['@type'] !== 'Audio')) as {
    Duration?: number;
    Format: string;
  };
};

/** Each picture and each sound, in hexadecimal, by its track's kind. */
const listPackets = async (file: Buffer): Promise<Record<string, string[]>> => {
  const input = new Input({ source: new BufferSource(file), formats: ALL_FORMATS });
  const packets: Record<string, string[]> = {};
  for (const track of await input.getTracks()) {
    const own: string[] = (packets[track.type] = []);
    for await (const { data } of new EncodedPacketSink(track).packets())
      own.push(Buffer.from(data).toString('hex'));
  }
  return packets;
};

/** Chromium's MediaRecorder gave them, while a canvas and a tone changed for two seconds and a half. */
const RECORDINGS = ['vp8.webm', 'vp9.webm', 'av1.webm', 'h264.webm', 'vp9.mp4', 'h264.mp4'];

describe.each(RECORDINGS)('%s, as a browser recorded it', (name) => {
  test('gets a length and an index, and keeps each picture and each sound', async () => {
    const recording = await readRecording(name);
    const { outcome, playable } = await remux(recording, mimeOf(name));
    expect(outcome).toEqual({ ok: true });
    const copy = await playable();
    const [before, after] = [await describeVideo(recording), await describeVideo(copy)];
    if (name.endsWith('webm')) expect(before.Duration).toBeUndefined();
    expect(after.Duration).toBeGreaterThan(2.3);
    expect(after.Duration).toBeLessThan(2.6);
    const index = name.endsWith('webm') ? Buffer.from('1c53bb6b', 'hex') : Buffer.from('stco');
    expect(copy.includes(index)).toBe(true);
    expect(copy.includes('moof')).toBe(false);
    expect(await listPackets(copy)).toEqual(await listPackets(recording));
  });

  test('is as long as what has come of it, wherever it is cut off', async () => {
    const recording = await readRecording(name);
    const all = await listPackets(recording);
    const ends = Object.values(all).flatMap((packets) => findEnds(recording, packets));
    for (let cut = Math.round(recording.length / 5); cut < recording.length; cut += 397) {
      const { outcome, playable } = await remux(recording.subarray(0, cut), mimeOf(name));
      expect([cut, outcome]).toEqual([cut, { ok: true }]);
      const kept = await listPackets(await playable());
      for (const [type, packets] of Object.entries(kept))
        expect(all[type]!.slice(0, packets.length)).toEqual(packets);
      const count = Object.values(kept).flat().filter(isLong).length;
      const come = ends.filter((end) => end <= cut).length;
      // A picture of WebM is whole with what stands behind it, such as how transparent it is.
      expect(name.endsWith('mp4') ? [come] : [come - 1, come]).toContain(count);
    }
  });
});

/** Silence, and a picture in which nothing moves, are a few bytes, which stand elsewhere, too. */
const isLong = (packet: string): boolean => packet.length > 60;

const findEnds = (recording: Buffer, packets: string[]): number[] => {
  let end = 0;
  return packets.filter(isLong).map((packet) => {
    end = recording.indexOf(Buffer.from(packet, 'hex'), end) + packet.length / 2;
    return end;
  });
};

test('clusters whose recorder had said a size are as long as what has come of the last, too', async () => {
  const recording = await readRecording('vp8.webm');
  const { playable } = await remux(recording, 'video/webm');
  const sized = await playable();
  const all = await listPackets(sized);
  const last = Buffer.from(all['video']!.at(-1)!, 'hex');
  const { outcome, playable: cut } = await remux(
    sized.subarray(0, sized.lastIndexOf(last) + 5),
    'video/webm',
  );
  expect(outcome).toEqual({ ok: true });
  expect((await listPackets(await cut()))['video']).toEqual(all['video']!.slice(0, -1));
});

test('a copy has none of the words of a recording, such as a place', async () => {
  const recording = await readRecording('vp8.webm');
  const at = recording.indexOf(Buffer.from('1f43b675', 'hex'));
  const named = Buffer.concat([element(0x45a3, 'LOCATION'), element(0x4487, '+45.4642+009.1900/')]);
  const tags = element(
    0x1254c367,
    element(0x7373, Buffer.concat([element(0x63c0, ''), element(0x67c8, named)])),
  );
  const { outcome, playable } = await remux(
    Buffer.concat([recording.subarray(0, at), tags, recording.subarray(at)]),
    'video/webm',
  );
  expect(outcome).toEqual({ ok: true });
  expect((await playable()).includes('45.4642')).toBe(false);
});

const long = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32BE(value, 4 * index));
  return bytes;
};

/** Each of so many pictures is the first one, and lies at the same bytes. */
const repeat = async (count: number): Promise<Buffer> => {
  const { playable } = await remux(await readRecording('h264.mp4'), 'video/mp4');
  const film = await playable();
  const picture = Buffer.from((await listPackets(film))['video']![0]!, 'hex');
  // The table of setups begins 20 bytes before the name of its first.
  const setup = film.subarray(film.indexOf('avc1', film.indexOf('moov')) - 20);
  const tables = box(
    'stbl',
    setup.subarray(0, setup.readUInt32BE(0)),
    box('stts', long(0, 1, count, 40)),
    box('stsc', long(0, 1, 1, 1, 1)),
    box('stsz', long(0, picture.length, count)),
    box('stco', long(0, count), long(...Array.from({ length: count }, () => FTYP.length + 8))),
  );
  const handler = box('hdlr', long(0, 0), 'vide', long(0, 0, 0), '\0');
  const media = box('mdia', box('mdhd', long(0, 0, 0, 1000, count * 40, 0)), handler, box('minf', tables));
  const matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
  const head = box('tkhd', long(7, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...matrix, 160 << 16, 120 << 16));
  const scale = long(0, 0, 0, 1000, count * 40, 0x10000, 0x01000000, 0, 0, ...matrix);
  const movie = box('mvhd', scale, long(0, 0, 0, 0, 0, 0, 2));
  return Buffer.concat([FTYP, box('mdat', picture), box('moov', movie, box('trak', head, media))]);
};

test('an index that leads to the same pictures again and again makes no large file of a small one', async () => {
  const few = await repeat(2);
  expect((await remux(few, 'video/mp4')).outcome).toEqual({ ok: true });
  const many = await repeat(20_000);
  const { outcome } = await remux(many, 'video/mp4');
  expect(outcome).toMatchObject({ ok: false });
  expect((await stat(join(folder, 'playable'))).size).toBeLessThan(5 * many.length);
});

test.each([
  ['nothing', Buffer.alloc(0), 'video/webm'],
  ['bytes of no video', Buffer.alloc(5_000, 7), 'video/webm'],
  ['bytes of no film', Buffer.alloc(5_000, 7), 'video/mp4'],
  ['a head alone', FTYP, 'video/mp4'],
])('%s is refused', async (_what, file, mime) => {
  expect((await remux(file, mime)).outcome).toMatchObject({
    ok: false,
    message: expect.any(String) as string,
  });
});

test('a video of a kind that it does not say is refused', async () => {
  expect((await remux(await readRecording('vp8.webm'), 'video/mp4')).outcome).toMatchObject({ ok: false });
});

test('a failure of the disk keeps the code of the system: it says nothing of the recording', async () => {
  const recording = join(folder, 'whole');
  await copyFile(new URL('testing/vp8.webm', import.meta.url), recording);
  const order = { recording, playable: join(folder, 'missing', 'playable'), mime: 'video/webm' };
  await expect(remuxVideo(order)).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(remuxVideo({ ...order, recording: join(folder, 'none') })).rejects.toMatchObject({
    code: 'ENOENT',
  });
});
