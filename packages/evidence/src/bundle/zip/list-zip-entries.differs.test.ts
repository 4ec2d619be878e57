import { crc32 } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { writeBundleZip } from '../../testing/write-bundle-zip.ts';
import { RAW_DATE, writeRawZip, type RawFile } from '../../testing/write-raw-zip.ts';
import { openFiles, readFile } from '../bundle-files.ts';
import { openBudget } from '../../step-budget.ts';
import { openSource } from './byte-source.ts';

async function judge(zip: Uint8Array): Promise<unknown> {
  try {
    const files = await openFiles(openSource(zip), openBudget());
    for (const path of files.entries.keys()) await readFile(files, { path, maxBytes: 2 ** 20 });
    return 'taken';
  } catch (error) {
    return (error as { fault?: unknown }).fault ?? error;
  }
}

const short = (...values: number[]) => values.flatMap((value) => [value & 0xff, value >> 8]);
const long = (...values: number[]) => [...new Uint8Array(new Uint32Array(values).buffer)];
const large = (...values: number[]) => [...new Uint8Array(new BigUint64Array(values.map(BigInt)).buffer)];
const extra = (id: number, bytes: readonly number[]) =>
  Uint8Array.from([...short(id, bytes.length), ...bytes]);
const both = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

const NOON = Date.UTC(2026, 10, 20, 10, 3) / 1_000;
const times = (seconds: number, flags = 1, ...more: number[]) =>
  extra(0x5455, [flags, ...long(seconds, ...more)]);
const owner = (id: number) => extra(0x7875, [1, 4, ...long(id), 4, ...long(id)]);

const bytes = Buffer.from('a');
const sum = crc32(bytes);
const follow = { both: { flags: 0x0808 }, header: { crc32: 0, compressedSize: 0, size: 0 } };
const trailer = (...values: number[]) => Uint8Array.from(long(0x08074b50, ...values));
const largeTrailer = (...sizes: number[]) => Uint8Array.from([...long(0x08074b50, sum), ...large(...sizes)]);
const after = trailer(sum, 1, 1);
const zip64 = { both: { version: 45 }, directory: { size: 0xffffffff, extra: extra(1, large(1)) } };

const malformed = (part: string) => ({
  place: 'a',
  code: 'malformed_zip',
  message: expect.stringMatching(`${part}`) as string,
});
const unsupported = { place: 'a', code: 'unsupported_zip' };
const hidden = { place: 'bundle.zip', code: 'malformed_zip' };

describe('what a ZIP says twice it says alike', () => {
  it.each<[string, Omit<RawFile, 'path'>]>([
    ['its sizes after it', { ...follow, after }],
    ['its sizes after it, and before it, too', { both: { flags: 0x0808 }, after }],
    ['large sizes', zip64],
    ['large sizes that the header has, too', { ...zip64, header: { version: 20 } }],
    ['large sizes after it', { ...follow, directory: zip64.directory, after: largeTrailer(1, 1) }],
    ['a time in UTC in the directory', { directory: { extra: times(NOON) } }],
    ['a time in UTC, where the writer was at +05:45', { directory: { extra: times(NOON - 20_700) } }],
    ['a time in UTC with the odd second', { directory: { extra: times(NOON + 1) } }],
    [
      'when it was last read before the file',
      { header: { extra: times(NOON, 3, 7) }, directory: { extra: times(NOON, 3) } },
    ],
    ['its owner', { both: { extra: owner(1_000) } }],
    ['that it is text', { directory: { inside: 1 } }],
    ['that it can only be read', { directory: { system: 0, attributes: 0x21 } }],
  ])('taken: %s', async (_name, file) => {
    expect(await judge(writeRawZip([{ path: 'a', bytes, ...file }, { path: 'b' }]))).toBe('taken');
  });

  it.each<[string, Omit<RawFile, 'path'>, object]>([
    ['another name before the file', { header: { name: Buffer.from('b') } }, malformed('name')],
    ['a longer name before the file', { header: { name: Buffer.from('ab') } }, malformed('name')],
    [
      'a name as long as the first bytes of the file',
      { bytes: Buffer.from('bc'), header: { nameLength: 2 } },
      malformed('name'),
    ],
    ['other flags before the file', { header: { flags: 0 } }, malformed('flags')],
    ['another method before the file', { header: { method: 8 } }, malformed('packed')],
    ['another time before the file', { header: { time: RAW_DATE.time + 1 } }, malformed('date')],
    ['another date before the file', { header: { date: RAW_DATE.date + 1 } }, malformed('date')],
    ['another version before the file', { header: { version: 10 } }, malformed('unpacked')],
    ['a newer version before the file', { header: { version: 45 } }, malformed('unpacked')],
    ['another sum before the file', { header: { crc32: 7 } }, malformed('sum')],
    ['no sum before a file whose sizes do not follow', { header: { crc32: 0 } }, malformed('sum')],
    ['another size before the file', { header: { size: 7 } }, malformed('sizes')],
    ['another packed size before the file', { header: { compressedSize: 7 } }, malformed('sizes')],
    ['a size before the file that it has nowhere', { header: { size: 0xffffffff } }, malformed('sizes')],
    [
      'a large size before the file',
      { header: { size: 0xffffffff, extra: extra(1, large(1)) } },
      unsupported,
    ],
    [
      'a sum before a file whose sizes follow',
      { ...follow, header: { ...follow.header, crc32: 7 }, after },
      malformed('sum'),
    ],
    [
      'a size before a file whose sizes follow',
      { ...follow, header: { ...follow.header, size: 7 }, after },
      malformed('sum'),
    ],
    [
      'its sum, but another size before a file whose sizes follow',
      { both: { flags: 0x0808 }, header: { size: 7 }, after },
      malformed('sizes'),
    ],
    ['another sum after the file', { ...follow, after: trailer(7, 1, 1) }, malformed('after its bytes')],
    [
      'another packed size after the file',
      { ...follow, after: trailer(sum, 7, 1) },
      malformed('after its bytes'),
    ],
    ['another size after the file', { ...follow, after: trailer(sum, 1, 7) }, malformed('after its bytes')],
    [
      'anything else after the file, as long as its sizes',
      { ...follow, after: Buffer.from('sixteen letters.') },
      malformed('after its bytes'),
    ],
    ['sizes without a signature after the file', { ...follow, after: after.slice(4) }, hidden],
    ['no sizes after a file whose sizes follow', follow, hidden],
    ['sizes after a file whose sizes do not follow', { after }, hidden],
    ['large sizes after a small file', { ...follow, after: largeTrailer(1, 1) }, hidden],
    ['small sizes after a large file', { ...follow, directory: zip64.directory, after }, hidden],
    [
      'another large size after the file',
      { ...follow, directory: zip64.directory, after: largeTrailer(1, 2 ** 32 + 1) },
      malformed('after its bytes'),
    ],
    ['large sizes that nothing asks for', { directory: { extra: extra(1, large(1)) } }, malformed('sizes')],
    [
      'more large sizes than it asks for',
      { directory: { size: 0xffffffff, extra: extra(1, large(1, 9)) } },
      malformed('sizes'),
    ],
    [
      'large sizes twice',
      { directory: { size: 0xffffffff, extra: both(extra(1, large(1)), extra(1, large(2))) } },
      malformed('extra field'),
    ],
    ['an extra field before the file alone', { header: { extra: extra(0x7075, [1]) } }, unsupported],
    ['an extra field that is not known', { directory: { extra: extra(0x000a, [1, 2]) } }, unsupported],
    ['a damaged list of extras before the file', { header: { extra: Uint8Array.of(1, 0, 9) } }, unsupported],
    ['another time in UTC', { directory: { extra: times(NOON - 60) } }, malformed('date')],
    ['a time in UTC a day away', { directory: { extra: times(NOON - 86_400) } }, malformed('date')],
    ['a time in UTC before the file alone', { header: { extra: times(NOON) } }, malformed('date')],
    [
      'another time in UTC before the file',
      { header: { extra: times(NOON - 3_600) }, directory: { extra: times(NOON) } },
      malformed('date'),
    ],
    [
      'times with more than they say',
      { header: { extra: times(NOON, 1, 7) }, directory: { extra: times(NOON, 1) } },
      malformed('date'),
    ],
    ['times without that of the file', { directory: { extra: times(NOON, 2) } }, malformed('date')],
    [
      'another owner before the file',
      { header: { extra: owner(0) }, directory: { extra: owner(1_000) } },
      malformed('owner'),
    ],
    ['an owner before the file alone', { header: { extra: owner(0) } }, malformed('owner')],
    [
      'an owner with more than that',
      { both: { extra: extra(0x7875, [1, 4, ...long(0), 4, ...long(0), 9]) } },
      unsupported,
    ],
    ['a note in the directory', { directory: { comment: Buffer.from('note') } }, unsupported],
    ['a newer version than is known', { both: { version: 46 } }, unsupported],
    ['attributes of an unknown system', { directory: { system: 7 } }, unsupported],
    ['the label of a disk', { directory: { system: 0, attributes: 0x08 } }, unsupported],
    ['a link of Windows', { directory: { system: 0, attributes: 0x0400 } }, unsupported],
    ['more of its inside than whether it is text', { directory: { inside: 2 } }, unsupported],
    ['that it is a folder', { directory: { attributes: 0x10 } }, malformed('folder')],
    ['that it is a folder, to Unix', { directory: { attributes: 0x41ed0000 } }, malformed('folder')],
  ])('refused: %s', async (_name, file, expected) => {
    expect(await judge(writeRawZip([{ path: 'a', bytes, ...file }, { path: 'b' }]))).toMatchObject(expected);
  });

  it('refused: a folder that says to be a file', async () => {
    const files = [{ path: 'a/', bytes: Buffer.alloc(0), directory: { attributes: 0x81a40000 } }];
    expect(await judge(writeRawZip(files))).toMatchObject({ place: 'a/', code: 'malformed_zip' });
  });

  it('refused: a name that is UTF-8 only for who guesses it', async () => {
    expect(await judge(writeRawZip([{ path: 'ä' }]))).toBe('taken');
    const files = [{ path: 'ä', both: { flags: 0 } }];
    expect(await judge(writeRawZip(files))).toMatchObject({ code: 'unsafe_path' });
  });
});

describe('no byte of a ZIP as the service writes it is unaccounted for', () => {
  const NAME = 'a.txt';

  // Changes of these bits in a directory's record mean nothing: the writing program, the mark of text, permissions,
  // optional times, and the second of UTC that local time leaves out.
  const IN_RECORD = new Map([
    [4, 0xff],
    [36, 0x01],
    [38, 0xa7],
    [40, 0xff],
    [41, 0x8f],
    [46 + NAME.length + 4, 0x06],
    [46 + NAME.length + 5, 0x01],
  ]);
  // Every program ignores the bits that fill up the last byte of deflated data.
  const IN_LAST_BYTE = 0xfc;

  it.each([
    ['small', false],
    ['large', true],
  ])('any other bit breaks it: %s', async (_name, forceZip64Format) => {
    const mtime = new Date('2026-11-20T10:03:00.000Z');
    const zip = Buffer.from(await writeBundleZip([[NAME, Buffer.from('text')]], { forceZip64Format, mtime }));
    const record = zip.indexOf(Uint8Array.from(long(0x02014b50)));
    const end = zip.indexOf(Uint8Array.from(long(forceZip64Format ? 0x06064b50 : 0x06054b50)));
    expect(await judge(new Uint8Array(zip))).toBe('taken');

    for (let bit = 0; bit < end * 8; bit++) {
      const at = bit >> 3;
      const changed = new Uint8Array(zip).with(at, zip[at]! ^ (1 << (bit & 7)));
      const free = (at === record - 1 ? IN_LAST_BYTE : IN_RECORD.get(at - record)) ?? 0;
      const verdict = await judge(changed);
      expect([at, bit & 7, verdict === 'taken']).toEqual([at, bit & 7, (free & (1 << (bit & 7))) !== 0]);
    }
  });

  it('any bit of the sum and sizes after a file breaks it', async () => {
    const zip = Buffer.from(await writeBundleZip([['originals/a.jpg', Buffer.from('text')]]));
    const start = zip.indexOf(Uint8Array.from(long(0x08074b50)));
    expect(await judge(new Uint8Array(zip))).toBe('taken');
    for (let bit = start * 8; bit < (start + 16) * 8; bit++) {
      const changed = new Uint8Array(zip).with(bit >> 3, zip[bit >> 3]! ^ (1 << (bit & 7)));
      expect([bit, await judge(changed)]).toMatchObject([bit, { place: 'originals/a.jpg' }]);
    }
  });

  it('from 2038 on its time in UTC is the last that there is, and it is taken', async () => {
    const mtime = new Date('2126-11-20T10:03:00.000Z');
    expect(await judge(await writeBundleZip([[NAME, Buffer.from('text')]], { mtime }))).toBe('taken');
  });
});

// zip 3.0 of Info-ZIP in Rome, with times in UTC and the owner: the header says more of both than the directory.
const INFO_ZIP =
  'UEsDBBQAAAAIAGFYdF3PQsrXCAAAALQAAAAHABwAb25lLnR4dFVUCQAD1RoAa9UaAGt1eAsAAQQAAAAABAAAAADLz0vNH2oIAFBLAwQKAAAAAABhWHRd' +
  'ZorKEQMAAAADAAAABwAcAHR3by5qcGdVVAkAA9UaAGvVGgBrdXgLAAEEAAAAAAQAAAAAdHdvUEsBAh4DFAAAAAgAYVh0Xc9CytcIAAAAtAAAAAcAGAAA' +
  'AAAAAQAAAKSBAAAAAG9uZS50eHRVVAUAA9UaAGt1eAsAAQQAAAAABAAAAABQSwECHgMKAAAAAABhWHRdZorKEQMAAAADAAAABwAYAAAAAAABAAAApIFJ' +
  'AAAAdHdvLmpwZ1VUBQAD1RoAa3V4CwABBAAAAAAEAAAAAFBLBQYAAAAAAgACAJoAAACNAAAAAAA=';

it('what Info-ZIP packed again is read', async () => {
  expect(await judge(new Uint8Array(Buffer.from(INFO_ZIP, 'base64')))).toBe('taken');
});
