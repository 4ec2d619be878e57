import { access, constants, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { hostClock } from '../../platform/clock.ts';
import { readFreeSpace, SPARE_BYTES } from '../../platform/object-store/create-folder-store.ts';
import { openObjectStore } from '../../platform/object-store/open-object-store.ts';
import { systemRandom } from '../../platform/secrets/random.ts';
import { Fault, ok, type Examined, type Probe, warn, wrong, type Verdict } from './finding.ts';

/** A block of most file systems: a smaller file may still fit into a disk that is full. */
const BYTES = Buffer.alloc(4096, 0x70);

export const probeObjects = ({ config, secrets: { s3 } }: Examined): Probe => ({
  part: 'objects',
  remedy: s3
    ? 'Check S3_URL: its address, region, bucket, key and secret, and that the key may put, get and delete.'
    : 'Check that this process may write to DATA_DIR, and the room on its disk.',
  run: async () => {
    if (!s3 && !(await isThere(join(config.dataDir, 'objects', '.partial'))))
      return lookAbove(config.dataDir);
    const objects = await openObjectStore({ config, s3, clock: hostClock, random: systemRandom });
    try {
      const key = `probes/${systemRandom.bytes(16).toString('hex')}`;
      await objects.put(key, BYTES);
      const read = await buffer(await objects.get(key));
      await objects.delete(key);
      if (!read.equals(BYTES)) throw new Fault('What was read is not what was written.');
      return s3
        ? ok('An object was written, read and deleted in the bucket.')
        : judgeFreeSpace(await readFreeSpace(join(config.dataDir, 'objects')));
    } finally {
      objects.close();
    }
  },
});

const isThere = async (path: string): Promise<boolean> => {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
};

/** A folder that the doctor made would be its user's, and closed to the server's. */
const lookAbove = async (dataDir: string): Promise<Verdict> => {
  let folder = join(dataDir, 'objects');
  while (!(await isThere(folder))) folder = dirname(folder);
  await access(folder, constants.W_OK);
  return warn(
    'No server has stored in DATA_DIR yet. Once it has started, the service makes the folder of the objects itself.',
  );
};

const MIB = 2 ** 20;
const GIB = 2 ** 30;
const LOW_BYTES = 5 * GIB;

export const judgeFreeSpace = (freeBytes: number): Verdict => {
  const free = `${showBytes(freeBytes)} are free`;
  if (freeBytes < SPARE_BYTES)
    return wrong(
      `Only ${free} in DATA_DIR, less than the ${showBytes(SPARE_BYTES)} that a photo is sure to find: uploads fail, and /readyz is 503. Make room, or enlarge the disk.`,
    );
  if (freeBytes > LOW_BYTES) return ok(`An object was written, read and deleted in DATA_DIR, where ${free}.`);
  return warn(`Only ${free} in DATA_DIR. Make room before uploads are refused.`);
};

/** Rounds down, so that too little never looks like enough. */
const showBytes = (bytes: number): string =>
  bytes < GIB ? `${Math.floor(bytes / MIB)} MiB` : `${(bytes / GIB).toFixed(1)} GiB`;
