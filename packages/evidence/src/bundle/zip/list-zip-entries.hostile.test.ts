import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { writeBundleZip } from '../../testing/write-bundle-zip.ts';
import { writeRawZip, type RawEnd, type RawFile } from '../../testing/write-raw-zip.ts';
import { openBudget } from '../../step-budget.ts';
import { openSource } from './byte-source.ts';
import { listZipEntries } from './list-zip-entries.ts';

function refusal(zip: Uint8Array): Promise<unknown> {
  return listZipEntries(openSource(zip), openBudget()).then(
    () => 'taken',
    (error: { fault?: unknown }) => error.fault ?? error,
  );
}

describe('a ZIP that can be read in two ways is refused', () => {
  const zipped = 'bundle.zip';
  const secondName = Buffer.from([0x75, 0x70, 6, 0, 1, 0, 0, 0, 0, 0x78]);

  it.each<[string, readonly RawFile[], RawEnd, { place: string; code: string }]>([
    [
      'with a comment',
      [{ path: 'a' }],
      { comment: Buffer.from('x') },
      { place: zipped, code: 'malformed_zip' },
    ],
    [
      'with bytes before its files',
      [{ path: 'a', before: Buffer.from('MZ') }],
      {},
      { place: zipped, code: 'malformed_zip' },
    ],
    [
      'with bytes between its files',
      [{ path: 'a', after: Buffer.from('hidden') }, { path: 'b' }],
      {},
      { place: zipped, code: 'malformed_zip' },
    ],
    [
      'with bytes before its directory',
      [{ path: 'a', after: Buffer.from('hidden') }],
      {},
      { place: zipped, code: 'malformed_zip' },
    ],
    [
      'with a file that its directory leaves out',
      [{ path: 'a' }],
      { count: 2 },
      { place: zipped, code: 'malformed_zip' },
    ],
    [
      'with two files of one name',
      [{ path: 'a' }, { path: 'b' }, { path: 'a' }],
      {},
      { place: 'a', code: 'duplicate_path' },
    ],
    [
      'with two files on the same bytes',
      [{ path: 'a' }, { path: 'a2', directory: { offset: 0 } }],
      {},
      { place: zipped, code: 'malformed_zip' },
    ],
    [
      'with a second name',
      [{ path: 'a', directory: { extra: secondName } }],
      {},
      { place: 'a', code: 'unsupported_zip' },
    ],
    [
      'with an encrypted file',
      [{ path: 'a', both: { flags: 0x0801 } }],
      {},
      { place: 'a', code: 'unsupported_zip' },
    ],
    [
      'with a hidden directory',
      [{ path: 'a', both: { flags: 0x2800 } }],
      {},
      { place: 'a', code: 'unsupported_zip' },
    ],
    [
      'with an unusual packing',
      [{ path: 'a', both: { method: 93 } }],
      {},
      { place: 'a', code: 'unsupported_zip' },
    ],
    [
      'with a link',
      [{ path: 'a', directory: { attributes: 0xa1ff0000 } }],
      {},
      { place: 'a', code: 'unsupported_zip' },
    ],
    [
      'with a file on another disk',
      [{ path: 'a', directory: { disk: 1 } }],
      {},
      { place: 'a', code: 'unsupported_zip' },
    ],
    [
      'with a damaged list of extras',
      [{ path: 'a', directory: { extra: Buffer.from([1, 0, 9]) } }],
      {},
      { place: 'a', code: 'unsupported_zip' },
    ],
    [
      'with a large size that is not there',
      [{ path: 'a', directory: { size: 0xffffffff } }],
      {},
      { place: 'a', code: 'malformed_zip' },
    ],
    [
      'with a file beyond its end',
      [{ path: 'a', directory: { offset: 5_000 } }],
      {},
      { place: zipped, code: 'malformed_zip' },
    ],
    ['with a directory elsewhere', [{ path: 'a' }], { start: 0 }, { place: zipped, code: 'malformed_zip' }],
    [
      'with a large end that is not there',
      [{ path: 'a' }],
      { count: 0xffff },
      { place: zipped, code: 'malformed_zip' },
    ],
  ])('%s', async (_name, files, end, expected) => {
    expect(await refusal(writeRawZip([{ path: 'a' }, { path: 'b' }]))).toBe('taken');
    expect(await refusal(writeRawZip(files, end))).toMatchObject(expected);
  });

  it.each([
    '../a',
    'a/../b',
    '/a',
    'C:\\a',
    'a\\..\\b',
    'c:a',
    'a//b',
    './a',
    'a/.',
    '..',
    '.',
    '',
    'a\u0000.jpg',
    'a\nb',
  ])('with the name %j', async (path) => {
    expect(await refusal(writeRawZip([{ path, bytes: Buffer.from('x') }]))).toMatchObject({
      code: 'unsafe_path',
    });
  });

  it('with a name that is no UTF-8', async () => {
    const files = [{ path: 'a', both: { name: Uint8Array.of(0xff) } }];
    expect(await refusal(writeRawZip(files))).toMatchObject({ place: 'bundle.zip', code: 'unsafe_path' });
  });

  it('cut off anywhere, or gone on with', async () => {
    const zip = await writeBundleZip([['a', Buffer.from('bytes')]]);
    for (let length = 0; length < zip.length; length++) {
      expect(await refusal(zip.slice(0, length))).toMatchObject({
        place: 'bundle.zip',
        code: 'malformed_zip',
      });
    }
    expect(await refusal(Uint8Array.from([...zip, 0]))).toMatchObject({ code: 'malformed_zip' });
  });

  it.each([
    ['small', {}, 22, [] as number[]],
    // The field of the writing program means nothing.
    ['large', { forceZip64Format: true }, 22 + 20 + 56, [12, 13]],
  ])('with any other bit in its end, %s', async (_name, options, length, meaningless) => {
    const zip = await writeBundleZip([['a', Buffer.from('bytes')]], options);
    expect(await refusal(zip)).toBe('taken');
    for (let bit = 0; bit < length * 8; bit++) {
      const at = zip.length - length + (bit >> 3);
      const changed = zip.with(at, zip[at]! ^ (1 << (bit & 7)));
      if (meaningless.includes(bit >> 3)) continue;
      expect([bit, await refusal(changed)]).toMatchObject([bit, { place: 'bundle.zip' }]);
    }
  });

  it('random bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(await refusal(bytes)).toMatchObject({ place: 'bundle.zip', code: 'malformed_zip' });
      }),
    );
  });

  it('shows names in its fault so that they can not mislead', async () => {
    const path = 'originals/\u202egpj.exe';
    const files = [{ path }, { path }];
    expect(await refusal(writeRawZip(files))).toMatchObject({ place: '"originals/\\u202egpj.exe"' });
  });
});
