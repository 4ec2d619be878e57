import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { hostClock } from '../../platform/clock.ts';
import { readRoom } from '../../platform/object-store/create-folder-store.ts';
import { openObjectStore } from '../../platform/object-store/open-object-store.ts';
import { systemRandom } from '../../platform/secrets/random.ts';
import { Fault, ok, type Examined, type Probe } from './finding.ts';
import { judgeRoom } from './judge-room.ts';

/** A block of most file systems: a smaller file may fit into what is left of a disk that is full. */
const BYTES = Buffer.alloc(4096, 0x70);

/** The object store: an object is written, read and deleted. */
export const probeObjects = ({ config, secrets: { s3 } }: Examined): Probe => ({
  part: 'objects',
  remedy: s3
    ? 'Check S3_URL: its address, region, bucket, key and secret, and that the key may put, get and delete.'
    : 'Check that this process may write to DATA_DIR, and the room on its disk.',
  run: async () => {
    const objects = await openObjectStore({ config, s3, clock: hostClock, random: systemRandom });
    try {
      const key = `probes/${systemRandom.bytes(16).toString('hex')}`;
      await objects.put(key, BYTES);
      const read = await buffer(await objects.get(key));
      await objects.delete(key);
      if (!read.equals(BYTES)) throw new Fault('What was read is not what was written.');
      return s3
        ? ok('An object was written, read and deleted in the bucket.')
        : judgeRoom(await readRoom(join(config.dataDir, 'objects')));
    } finally {
      objects.close();
    }
  },
});
