import type { Context } from '../../../context.ts';
import { createChild } from '../../../platform/concurrency/create-child.ts';
import { createMutex } from '../../../platform/concurrency/create-mutex.ts';
import { createSemaphore } from '../../../platform/concurrency/create-semaphore.ts';
import type { PhotoOrder, PhotoOutcome } from './transform-photo.ts';

/** Only a guard: a photo takes a second, but a busy host leaves the lowest priority little. */
const TIMEOUT_MS = 120_000;
/** One that only waits holds some 100 MB, and starts in 0.2 s. */
const IDLE_MS = 60_000;

const startChild = () =>
  createChild<PhotoOrder, PhotoOutcome>(new URL('./photo-child.ts', import.meta.url), {
    name: 'photo',
    timeoutMs: TIMEOUT_MS,
    idleMs: IDLE_MS,
  });

// Two at a time, each in a process of its own: a photo within the limits takes up to 500 MB while it is decoded (a WebP
// of 60 megapixels; an interlaced PNG 300). That memory is not this process's, which goes on when a photo ends its own.
const children = [startChild(), startChild()];
const photos = createSemaphore(children.length);
// One organisation's photos wait for each other, so that a flood of them leaves a place to everybody else.
const byOrganisation = createMutex();

type Transform = (order: PhotoOrder) => Promise<PhotoOutcome>;

/**
 * Lets a photo have its turn: `work` is called when it has, with what transforms it in a process of lowest priority.
 *
 * @throws {LostOrderError} from `transform`, when that process ended before it answered
 */
export const transformInTurn = <Result>(
  { log }: Pick<Context, 'log'>,
  organisationId: string,
  work: (transform: Transform) => Promise<Result>,
): Promise<Result> =>
  byOrganisation(organisationId, () =>
    photos.run(async () => {
      // The one that worked last, so that the other may end.
      const child = children.shift()!;
      try {
        return await work((order) => child.run(order, log));
      } finally {
        children.unshift(child);
      }
    }),
  );
