import { ROOM_BYTES } from '../../platform/object-store/create-folder-store.ts';
import { ok, warn, wrong, type Verdict } from './finding.ts';

const MIB = 2 ** 20;
const GIB = 2 ** 30;
const LOW_BYTES = 5 * GIB;

/** What the room that is left under DATA_DIR means; wrong is where /readyz says so, too. */
export const judgeRoom = (freeBytes: number): Verdict => {
  const free = `${showBytes(freeBytes)} are free`;
  if (freeBytes < ROOM_BYTES)
    return wrong(
      `Only ${free} in DATA_DIR, less than the ${showBytes(ROOM_BYTES)} that a photo is sure to find: uploads fail, and /readyz is 503. Make room, or enlarge the disk.`,
    );
  if (freeBytes > LOW_BYTES) return ok(`An object was written, read and deleted in DATA_DIR, where ${free}.`);
  return warn(`Only ${free} in DATA_DIR. Make room before uploads are refused.`);
};

/** Rounded down, so that too little never looks like enough. */
const showBytes = (bytes: number): string =>
  bytes < GIB ? `${Math.floor(bytes / MIB)} MiB` : `${(bytes / GIB).toFixed(1)} GiB`;
