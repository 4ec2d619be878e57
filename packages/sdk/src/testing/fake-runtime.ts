import type { Runtime } from '../requests/options.ts';

/** Only `sleep` moves the clock, at once; chance always says `random`; UUIDs count up. */
export function createFakeRuntime({ random = 1 }: { random?: number } = {}) {
  let nowMs = Date.parse('2026-11-20T12:00:00Z');
  let uuids = 0;
  const sleeps: number[] = [];
  const runtime: Runtime = {
    now: () => nowMs,
    random: () => random,
    randomUuid: () => `00000000-0000-4000-8000-${String(++uuids).padStart(12, '0')}`,
    sleep: async (ms) => {
      sleeps.push(ms);
      nowMs += ms;
    },
  };
  return { runtime, sleeps };
}
