import { buffer } from 'node:stream/consumers';
import type { Context } from '../../context.ts';

/** A block of most file systems: a smaller file may still fit into a disk that is full. */
const PROBE_BYTES = Buffer.alloc(4096, 0x70);

/** The folder of the objects of probes, for as long as a probe takes. */
export const PROBES = 'probes/';

/** Writes, reads and deletes an object; a disk must have room for a photo, too. */
export const probeObjects = async ({
  objects,
  random,
}: Pick<Context, 'objects' | 'random'>): Promise<void> => {
  // Each of its own, since several processes probe at once.
  const key = `${PROBES}${random.bytes(16).toString('hex')}`;
  await objects.put(key, PROBE_BYTES);
  const read = await buffer(await objects.get(key));
  await objects.delete(key);
  await objects.requireFreeSpace?.();
  if (!read.equals(PROBE_BYTES)) throw new Error('an object was read that is not what was written');
};
