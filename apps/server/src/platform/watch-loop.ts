/** Watch over how long the event loop stood: while it stands, the process serves nobody. */
export type LoopWatch = {
  /** Gives the longest stall of the last two to four minutes: who reads it takes it from no other reader. */
  longestMs: () => number;
  /**
   * Watches for a request from now on. The function returned says once, when the request is over, how long the loop
   * stood at once while it was open: the longest stall, or 0 when none was as long as STALL_MS.
   */
  open: () => () => number;
  /** Forgets the time before, such as the start of the process, for which nobody waited. */
  beginAnew: () => void;
  stop: () => void;
};

/** The shortest stall that is told, with the requests that were open during it. */
export const STALL_MS = 250;

/** The interval of the clock that measures: a stall is known to within this. */
const TICK_MS = 20;

/** A time longer than that between two looks of Prometheus, so that each reader sees each stall. */
const WINDOW_MS = 120_000;

type Opened = { sinceMs: number; stalledMs: number };

/** Watches the event loop of this process by a timer that is late when the loop stands. */
export const watchLoop = ({ nowMs = () => performance.now() }: { nowMs?: () => number } = {}): LoopWatch => {
  let dueMs = nowMs() + TICK_MS;
  const longest = { beganMs: nowMs(), beforeMs: 0, sinceMs: 0 };
  const beginWindow = (beforeMs: number): void =>
    void Object.assign(longest, { beganMs: nowMs(), beforeMs, sinceMs: 0 });
  const opened = new Set<Opened>();
  const stoodSince = (sinceMs: number): number => Math.max(0, nowMs() - Math.max(sinceMs, dueMs));
  const tick = (): void => {
    const lateMs = stoodSince(0);
    longest.sinceMs = Math.max(longest.sinceMs, lateMs);
    if (lateMs >= STALL_MS) {
      for (const request of opened)
        request.stalledMs = Math.max(request.stalledMs, stoodSince(request.sinceMs));
    }
    dueMs = nowMs() + TICK_MS;
    if (nowMs() - longest.beganMs >= WINDOW_MS) beginWindow(longest.sinceMs);
  };
  const timer = setInterval(tick, TICK_MS).unref();
  return {
    longestMs: () => Math.max(longest.beforeMs, longest.sinceMs, stoodSince(0)),
    open: () => {
      const request: Opened = { sinceMs: nowMs(), stalledMs: 0 };
      opened.add(request);
      return () => {
        opened.delete(request);
        // The reply of the request that made the loop stand is often gone before the timer comes to its turn.
        const stalledMs = Math.max(request.stalledMs, stoodSince(request.sinceMs));
        return stalledMs < STALL_MS ? 0 : stalledMs;
      };
    },
    beginAnew: () => {
      beginWindow(0);
      dueMs = nowMs() + TICK_MS;
    },
    stop: () => clearInterval(timer),
  };
};
