import type { Logger } from '../../../platform/logger.ts';
import { createChild } from '../../../platform/concurrency/create-child.ts';
import type { PhotoOrder, PhotoOutcome, TransformPhoto } from '../processing/transform-photo.ts';

export type { TransformPhoto } from '../processing/transform-photo.ts';

/** How many photos are transformed at once. */
export const PHOTOS_AT_ONCE = 2;

/** Only a guard: a photo takes a second, but a busy host leaves the lowest priority little. */
const TIMEOUT_MS = 120_000;
/** One that only waits holds some 100 MB, and starts in 0.2 s. */
const IDLE_MS = 60_000;

/**
 * Transforms photos in processes of lowest priority, one photo each, so that neither what a photo takes of the
 * processor and of the memory nor what it does to the decoder is this process's.
 */
export const openPhotoProcesses = ({ log }: { log: Pick<Logger, 'warn'> }): TransformPhoto => {
  const options = { name: 'photo', timeoutMs: TIMEOUT_MS, idleMs: IDLE_MS, log };
  const body = new URL('../processing/photo-child.ts', import.meta.url);
  const free = Array.from({ length: PHOTOS_AT_ONCE }, () =>
    createChild<PhotoOrder, PhotoOutcome>(body, options),
  );
  return async (order) => {
    const child = free.shift();
    if (!child) throw new Error(`More than ${PHOTOS_AT_ONCE} photos at once`);
    try {
      return await child.run(order);
    } finally {
      // First in the row: the one that worked last goes on, and the others may end.
      free.unshift(child);
    }
  };
};
