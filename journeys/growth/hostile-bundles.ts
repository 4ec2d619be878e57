import { deflateRawSync } from 'node:zlib';
import { buildBundle, type TestBundle } from '../../packages/evidence/src/testing/build-bundle.ts';
import { crc32 } from '../../packages/evidence/src/bundle/zip/crc32.ts';
import { writeRawZip, type RawFile } from '../../packages/evidence/src/testing/write-raw-zip.ts';

const { files }: TestBundle = await buildBundle();

/** Packs a bundle with other files; those in `packed` are deflated already. */
export const changeFiles = (changes: Record<string, Uint8Array | string>): Uint8Array => {
  const all = new Map([
    ...files,
    ...Object.entries(changes).map(([path, text]) => [path, Buffer.from(text)] as const),
  ]);
  return writeRawZip([...all].map(([path, bytes]) => ({ path, bytes })));
};

export const addFiles = (size: number): Uint8Array => {
  const more = Array.from({ length: Math.ceil(size / 100) }, (_, index) => [`more/${index}`, 'x']);
  return changeFiles(Object.fromEntries(more) as Record<string, string>);
};

/** The file unpacks to a thousand times its size. */
export const packFile = (path: string, text: (size: number) => string) => (size: number) => {
  const plain = Buffer.from(text(size * 100));
  const bytes = new Uint8Array(deflateRawSync(plain, { level: 9 }));
  const packed: RawFile = {
    path,
    bytes,
    both: { method: 8, crc32: crc32(plain), size: plain.length, compressedSize: bytes.length },
  };
  return writeRawZip(
    [...[...files].map(([name, own]) => ({ path: name, bytes: own })), packed].filter(
      (file) => file === packed || file.path !== path,
    ),
  );
};

/** Blocks of deflated bytes that hold only the tables of their codes. */
export const emptyBlocks = (size: number): Uint8Array => {
  // Fixed codes: a block is three bits of head and seven bits of end.
  const bits =
    Array.from({ length: Math.ceil((size * 8) / 10) - 1 }, () => '0100000000').join('') + '1100000000';
  const bytes = Uint8Array.from(bits.match(/.{1,8}/g)!, (byte) =>
    Number.parseInt([...byte].reverse().join(''), 2),
  );
  const both = { method: 8, crc32: 0, size: 0, compressedSize: bytes.length };
  return writeRawZip([{ path: 'manifest.json', bytes, both }]);
};
