import { createChild } from '../../../platform/concurrency/create-child.ts';
import { createSemaphore } from '../../../platform/concurrency/create-semaphore.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { DrawLogo, LogoOrder, LogoOutcome } from '../logos/draw-logo.ts';

export type { DrawLogo } from '../logos/draw-logo.ts';

/** A logo takes a tenth of a second. One that takes this long is made to. */
const TIMEOUT_MS = 10_000;
const IDLE_MS = 5_000;
/** The most that one within the bounds of judge-drawing.ts was seen to take is 230 MiB. */
const MEMORY_MB = 512;
/** An organisation gives one at a time (set-logo.ts): so many slow ones keep nobody else's waiting. */
const LOGOS_AT_ONCE = 4;

/**
 * Draws logos in processes of lowest priority and without the service's environment, one logo each: what a logo does is
 * done there.
 */
export const openLogoProcesses = ({ log }: { log: Pick<Logger, 'warn'> }): DrawLogo => {
  const options = { name: 'logo', timeoutMs: TIMEOUT_MS, idleMs: IDLE_MS, memoryMb: MEMORY_MB, log };
  const body = new URL('../logos/logo-child.ts', import.meta.url);
  const free = Array.from({ length: LOGOS_AT_ONCE }, () =>
    createChild<LogoOrder, LogoOutcome>(body, options),
  );
  const places = createSemaphore(LOGOS_AT_ONCE);
  return (order) =>
    places.run(async () => {
      const child = free.shift()!;
      try {
        return await child.run(order);
      } finally {
        // First in the row: the one that worked last goes on, and the others may end.
        free.unshift(child);
      }
    });
};
