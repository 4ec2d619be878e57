import { statfs } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { hostClock } from '../../platform/clock.ts';
import { createObjectStore } from '../../platform/object-store/create-object-store.ts';
import { systemRandom } from '../../platform/secrets/random.ts';
import { Fault, ok, warn, type Examined, type Probe, type Verdict } from './finding.ts';

/** A block of most file systems: a smaller file may fit into what is left of a disk that is full. */
const BYTES = Buffer.alloc(4096, 0x70);
const LOW_BYTES = 5 * 2 ** 30;

/** The object store: an object is written, read and deleted. */
export const probeObjects = ({ config, secrets: { s3 } }: Examined): Probe => ({
  part: 'objects',
  remedy: s3
    ? 'Check S3_URL: its address, region, bucket, key and secret, and that the key may put, get and delete.'
    : 'Check that this process may write to DATA_DIR, and the room on its disk.',
  run: async () => {
    const objects = createObjectStore({ config, s3, clock: hostClock, random: systemRandom });
    try {
      const key = `probes/${systemRandom.bytes(16).toString('hex')}`;
      await objects.put(key, BYTES);
      const read = await buffer(await objects.get(key));
      await objects.delete(key);
      if (!read.equals(BYTES)) throw new Fault('What was read is not what was written.');
      return s3
        ? ok('An object was written, read and deleted in the bucket.')
        : await judgeRoom(config.dataDir);
    } finally {
      objects.close();
    }
  },
});

const judgeRoom = async (dataDir: string): Promise<Verdict> => {
  const { bavail, bsize } = await statfs(dataDir);
  const free = `${((bavail * bsize) / 2 ** 30).toFixed(1)} GiB are free`;
  if (bavail * bsize > LOW_BYTES)
    return ok(`An object was written, read and deleted in DATA_DIR, where ${free}.`);
  return warn(`Only ${free} in DATA_DIR. Make room before uploads are refused.`);
};
