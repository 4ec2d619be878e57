import type { Clock } from '../clock.ts';

/** Scrapers come every few seconds, several to each process. */
const FRESH_MS = 5_000;

/** Whoever asks in between shares the last measurement. */
export const throttle = (
  { clock }: { clock: Clock },
  measure: () => Promise<void>,
): (() => Promise<void>) => {
  let last: { at: number; measured: Promise<void> } | undefined;
  return () => {
    const now = clock.now().getTime();
    if (!last || now - last.at >= FRESH_MS) last = { at: now, measured: measure() };
    return last.measured;
  };
};
