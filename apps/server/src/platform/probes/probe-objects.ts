import { buffer } from 'node:stream/consumers';
import type { Context } from '../../context.ts';

/** A block of most file systems: a smaller file may still fit on a full disk. */
const PROBE_BYTES = Buffer.alloc(4096, 0x70);

export const PROBES = 'probes/';

/** A disk must have room for a photo, too. */
export const probeObjects = async ({
  objects,
  random,
}: Pick<Context, 'objects' | 'random'>): Promise<void> => {
  // Several processes probe at once, so each has a key of its own.
  const key = `${PROBES}${random.bytes(16).toString('hex')}`;
  await objects.put(key, PROBE_BYTES);
  const read = await buffer(await objects.get(key));
  await objects.delete(key);
  await objects.requireFreeSpace?.();
  if (!read.equals(PROBE_BYTES)) throw new Error('an object was read that is not what was written');
};
