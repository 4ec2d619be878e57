import { pickDelayMs } from './pick-delay.ts';

/** A connection that held so long was a good one: the next waits begin short again. */
const STEADY_MS = 10_000;

/** The waits between tries to connect. */
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
