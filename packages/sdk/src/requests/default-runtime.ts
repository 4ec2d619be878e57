import type { Runtime } from './options.ts';

export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const defaultRuntime: Runtime = {
  now: () => Date.now(),
  random: () => Math.random(),
  randomUuid: () => globalThis.crypto.randomUUID(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, signal?.aborted ? 0 : Math.min(ms, LONGEST_TIMER_MS));
      signal?.addEventListener('abort', wake);
    }),
};
