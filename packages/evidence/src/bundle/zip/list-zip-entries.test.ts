import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { writeBundleZip } from '../../testing/write-bundle-zip.ts';
import { writeRawZip } from '../../testing/write-raw-zip.ts';
import { openFiles, readFile } from '../bundle-files.ts';
import { openBudget } from '../../step-budget.ts';
import { openSource } from './byte-source.ts';

async function readAll(zip: Uint8Array): Promise<Record<string, string>> {
  const files = await openFiles(openSource(zip), openBudget());
  const read = [...files.entries.keys()].map(async (path) => {
    const bytes = await readFile(files, { path, maxBytes: 2 ** 20 });
    return [path, Buffer.from(bytes).toString('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

async function readAllWithZipJs(zip: Uint8Array): Promise<Record<string, string>> {
  const entries = await new ZipReader(new Uint8ArrayReader(zip), { useWebWorkers: false }).getEntries();
  const read = entries.map(async (entry) => {
    if (entry.directory) throw new Error('a folder');
    const bytes = await entry.getData(new Uint8ArrayWriter(), { useWebWorkers: false });
    return [entry.filename, Buffer.from(bytes).toString('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

describe('a good ZIP', () => {
  const files = fc.dictionary(
    fc.stringMatching(/^(originals\/)?[a-z]{1,8}(\.[a-z]{3})?$/),
    fc.uint8Array({ maxLength: 500 }),
    { maxKeys: 6 },
  );

  it.each([{}, { forceZip64Format: true }, { compress: false }])(
    'written with %o, is read as zip.js reads it',
    async (options) => {
      await fc.assert(
        fc.asyncProperty(files, async (given) => {
          const zip = await writeBundleZip(Object.entries(given), options);
          const expected = Object.fromEntries(
            Object.entries(given).map(([path, bytes]) => [path, Buffer.from(bytes).toString('hex')]),
          );
          expect(await readAll(zip)).toEqual(expected);
          expect(await readAllWithZipJs(zip)).toEqual(expected);
        }),
        { numRuns: 30 },
      );
    },
  );

  it('written by another program is read, with its folders', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'zip-'));
    writeFileSync(join(folder, 'one.txt'), 'one');
    const script = `import zipfile
with zipfile.ZipFile('other.zip', 'w', zipfile.ZIP_DEFLATED) as z:
    z.mkdir('originals')
    z.write('one.txt', 'originals/one.txt')`;
    execFileSync('python3', ['-c', script], { cwd: folder });
    const zip = new Uint8Array(readFileSync(join(folder, 'other.zip')));
    rmSync(folder, { recursive: true });

    expect(await readAll(zip)).toEqual({ 'originals/one.txt': Buffer.from('one').toString('hex') });
  });

  it('may be empty', async () => {
    expect(await readAll(writeRawZip([]))).toEqual({});
  });
});
