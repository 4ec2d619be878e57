import { readdirSync, readFileSync } from 'node:fs';

/** The tick in which Linux counts in /proc (sysconf, _SC_CLK_TCK): there are 100 a second wherever Node.js runs. */
const TICK_MS = 10;

/** Milliseconds of processor that a process has used. Reads /proc, so Linux only. */
export const readProcessorMs = (pid: number): number => readTimes(pid).ownMs;

/** The same of a whole PostgreSQL: the postmaster, its children, and those that have ended. */
export const readDatabaseMs = (postmaster: number): number => {
  const { ownMs, endedChildrenMs } = readTimes(postmaster);
  const children = listProcesses().filter((pid) => readParent(pid) === postmaster);
  return children.reduce((sum, pid) => sum + readProcessorMs(pid), ownMs + endedChildrenMs);
};

const listProcesses = (): number[] =>
  readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));

const readTimes = (pid: number): { ownMs: number; endedChildrenMs: number } => {
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = readFields(pid).slice(11, 15).map(Number);
  return { ownMs: (user + system) * TICK_MS, endedChildrenMs: (childUser + childSystem) * TICK_MS };
};

/** The process that started a process. */
export const readParent = (pid: number): number => Number(readFields(pid)[1] ?? 0);

// The name in brackets may hold anything, so the fields begin behind it. A process may end meanwhile.
const readFields = (pid: number): string[] => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
};
