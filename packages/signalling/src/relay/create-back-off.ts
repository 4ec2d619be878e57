/** A connection that held so long was a good one: the next waits begin short again. */
const STEADY_MS = 10_000;

/** Makes the waits between tries to connect. */
export const createBackOff = (random: () => number) => {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (then: () => void, delayMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(then, delayMs);
  };
  return {
    /** Connected: whether that lasts shows in a while. */
    hold: () => wait(() => (failures = 0), STEADY_MS),
    retry: (connect: () => void, closeCode: number) =>
      wait(connect, pickDelayMs(failures++, closeCode, random())),
    stop: () => clearTimeout(timer),
  };
};

const RETRY_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];
/** The relay asked for a while of quiet, or is full: not before this step. */
const BUSY_STEP = 4;
const BUSY = new Set([1013, 4423, 4429, 4430]);

/** Picks the wait before the next try: longer each time, and apart from the others who lost the same relay. */
export const pickDelayMs = (failures: number, closeCode: number, random: number): number => {
  const step = BUSY.has(closeCode) ? Math.max(failures, BUSY_STEP) : failures;
  return RETRY_MS[Math.min(step, RETRY_MS.length - 1)]! * (0.5 + random);
};
