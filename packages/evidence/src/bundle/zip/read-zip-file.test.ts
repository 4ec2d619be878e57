import { crc32, deflateRawSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { writeRawZip, type RawFile } from '../../testing/write-raw-zip.ts';
import { openSource, type BlobSource } from './byte-source.ts';
import { openBudget } from '../../step-budget.ts';
import { listZipEntries } from './list-zip-entries.ts';
import { readZipFile } from './read-zip-file.ts';

async function readFirst(bundle: Uint8Array | BlobSource): Promise<number | string> {
  const source = openSource(bundle);
  const [entry] = await listZipEntries(source, openBudget());
  let size = 0;
  try {
    for await (const part of readZipFile(source, { entry: entry!, budget: openBudget() }))
      size += part.length;
  } catch (error) {
    const { fault } = error as { fault: { place: string; code: string } };
    return `${fault.code} ${fault.place} after ${size}`;
  }
  return size;
}

const deflatedFile = (plain: Uint8Array, said: Partial<RawFile['both']> = {}): RawFile => {
  const bytes = deflateRawSync(plain);
  return { path: 'a', bytes, both: { method: 8, size: plain.length, crc32: crc32(plain), ...said } };
};

describe('a file in a ZIP', () => {
  it('has the bytes that were put in, packed or not', async () => {
    expect(await readFirst(writeRawZip([{ path: 'a', bytes: new Uint8Array(3_000_000) }]))).toBe(3_000_000);
    expect(await readFirst(writeRawZip([deflatedFile(new Uint8Array(3_000_000))]))).toBe(3_000_000);
  });

  it.each<[string, RawFile, string]>([
    [
      'unpacks to more than the directory says',
      deflatedFile(new Uint8Array(50_000_000), { size: 1000 }),
      'corrupt_file a after 0',
    ],
    ['unpacks to less', deflatedFile(new Uint8Array(1000), { size: 1001 }), 'corrupt_file a after 1000'],
    ['has another sum', deflatedFile(new Uint8Array(1000), { crc32: 7 }), 'corrupt_file a after 1000'],
    [
      'is stored in another size',
      { path: 'a', bytes: new Uint8Array(9), both: { size: 8 } },
      'corrupt_file a after 0',
    ],
    [
      'is stored with another sum',
      { path: 'a', bytes: new Uint8Array(9), both: { crc32: 7 } },
      'corrupt_file a after 9',
    ],
    [
      'is no deflated data',
      { path: 'a', bytes: Uint8Array.of(7), both: { method: 8 } },
      'corrupt_file a after 0',
    ],
  ])('is refused when it %s', async (_name, file, expected) => {
    expect(await readFirst(writeRawZip([file]))).toBe(expected);
  });

  it('of gigabytes is never in memory: it is read by the megabyte', async () => {
    const size = 64 * 2 ** 20;
    const { blob, reads } = bigBlob(size);
    expect(await readFirst(blob)).toBe(size);
    expect(Math.max(...reads)).toBeLessThanOrEqual(2 ** 20);
    expect(reads.length).toBeGreaterThan(64);
  });

  it('that was cut off while it was read is an error, not a verdict', async () => {
    const blob = { size: 100, slice: () => new Blob([]) };
    await expect(listZipEntries(openSource(blob), openBudget())).rejects.toMatchObject({
      code: 'invalid_bundle',
    });
  });
});

function bigBlob(size: number): { blob: BlobSource; reads: number[] } {
  const zeros = new Uint8Array(2 ** 20);
  let sum = 0;
  for (let done = 0; done < size; done += zeros.length) sum = crc32(zeros, sum);
  const both = { size, compressedSize: size, crc32: sum };
  const around = writeRawZip([{ path: 'a', bytes: new Uint8Array(), both }], { start: 31 + size });
  const [head, tail] = [around.subarray(0, 31), around.subarray(31)];
  const reads: number[] = [];
  const slice = (start: number, end: number) => {
    reads.push(end - start);
    const parts = [
      head.subarray(start, end),
      new Uint8Array(Math.max(0, Math.min(end, 31 + size) - Math.max(start, 31))),
      tail.subarray(Math.max(0, start - 31 - size), Math.max(0, end - 31 - size)),
    ];
    return new Blob(parts.map((part) => new Uint8Array(part)));
  };
  return { blob: { size: around.length + size, slice }, reads };
}
