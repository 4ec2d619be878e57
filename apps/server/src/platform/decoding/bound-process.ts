import { readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

export type ProcessBounds = {
  memoryMb: number;
  processorMs: number;
};

/** Lowest priority, and the first to be ended when the host has no memory left. */
export const lowerProcess = (pid: number | undefined): void => {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
    // A Linux host ends the process with the highest score; its end loses one order.
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // The process has ended; or the system is another, or the container forbids this.
  }
};

/** Between two looks, a process that draws takes 50 MiB more at most (measured). */
const WATCH_MS = 25;

/**
 * Says once that the process takes more than it may. Only Linux tells; elsewhere its time is the only bound. The time
 * that passes says nothing of a file: at the lowest priority it depends on the host. Returns what stops the watch.
 */
export const watchProcess = (
  pid: number | undefined,
  { memoryMb, processorMs }: ProcessBounds,
  onMore: (words: string) => void,
): (() => void) => {
  if (pid === undefined || process.platform !== 'linux') return () => {};
  const usedMs = readProcessorMs(pid);
  const watch = setInterval(() => {
    const words = judge();
    if (words === undefined) return;
    clearInterval(watch);
    onMore(words);
  }, WATCH_MS).unref();
  // The kernel's own limit of memory (RLIMIT_DATA) counts half a GiB that V8 has reserved and never touches, another
  // amount with each release.
  const judge = (): string | undefined => {
    if (readMemoryMb(pid) > memoryMb) return `It took more than ${memoryMb} MiB of memory.`;
    if (readProcessorMs(pid) - usedMs > processorMs)
      return `It took more than ${processorMs} ms of the processor.`;
    return undefined;
  };
  return () => clearInterval(watch);
};

export const readMemoryMb = (pid: number): number =>
  Number(/^VmRSS:\s*(\d+)/m.exec(readProc(pid, 'status'))?.[1] ?? 0) / 1024;

const TICK_MS = 10;

// proc(5): behind the name, which may hold anything, utime and stime are the twelfth and the thirteenth.
const readProcessorMs = (pid: number): number => {
  const [, fields = ''] = /\) (.*)/.exec(readProc(pid, 'stat')) ?? [];
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * TICK_MS;
};

const readProc = (pid: number, name: 'status' | 'stat'): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // The process has just ended.
    return '';
  }
};
