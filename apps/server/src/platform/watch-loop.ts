export type LoopWatch = {
  /** The longest stall of the last two to four minutes: no reader takes it from another. */
  longestMs: () => number;
  /** The returned function says once, at the request's end, the longest stall while it was open; 0 below STALL_MS. */
  open: () => () => number;
  /** Forgets the start of the process, for which nobody waited. */
  beginAnew: () => void;
  stop: () => void;
};

export const STALL_MS = 250;

const TICK_MS = 20;

/** Longer than the time between two looks of Prometheus, so that each reader sees each stall. */
const WINDOW_MS = 120_000;

type Opened = { sinceMs: number; stalledMs: number };

/** The timer is late when the loop stands. */
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
        // A request that makes the loop stand has often been answered before the timer's turn.
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
