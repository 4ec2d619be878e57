import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { ZipFile, type EndOptions, type Options } from 'yazl';

const MTIME = new Date('2026-11-20T10:03:00.000Z');

/** Files are in the given order, each packed as the service packs it. */
export async function writeBundleZip(
  files: Iterable<readonly [path: string, bytes: Uint8Array]>,
  options: Partial<Options> = {},
): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (const [path, bytes] of files) {
    const common = { mtime: MTIME, ...options };
    if (path === 'chain.jsonl') zip.addReadStream(Readable.from([Buffer.from(bytes)]), path, common);
    else if (path.endsWith('/')) zip.addEmptyDirectory(path, { mtime: common.mtime });
    else if (/^(originals|derivatives|reports)\//.test(path)) {
      const stored = { ...common, compress: false, size: bytes.length };
      zip.addReadStream(Readable.from([Buffer.from(bytes)]), path, stored);
    } else zip.addBuffer(Buffer.from(bytes), path, common);
  }
  if (options.forceZip64Format) zip.end({ forceZip64Format: true } as EndOptions);
  else zip.end();
  return new Uint8Array(await buffer(zip.outputStream));
}
