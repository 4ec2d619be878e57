import { performance } from 'node:perf_hooks';

/** Milliseconds that the processes of one machine agree on to a fraction of one, and that never step. */
export const monotonicMs = (): number => performance.timeOrigin + performance.now();
