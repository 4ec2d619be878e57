import { open } from 'node:fs/promises';
import type { BlobSource } from '../../evidence.ts';

/**
 * A file that is read where it is needed, however large it is. `fs.openAsBlob` would be shorter, and is wrong beyond
 * 2 GiB: https://github.com/nodejs/node/issues/52585.
 */
export async function openFile(path: string): Promise<{ source: BlobSource; close: () => Promise<void> }> {
  const handle = await open(path);
  const { size } = await handle.stat();
  const slice = (start: number, end: number) => ({
    arrayBuffer: async () => {
      const { buffer, bytesRead } = await handle.read(new Uint8Array(end - start), 0, end - start, start);
      return buffer.buffer.slice(0, bytesRead);
    },
  });
  return { source: { size, slice }, close: () => handle.close() };
}
