import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Linux counts in /proc by this tick (sysconf, _SC_CLK_TCK): there are 100 a second wherever Node.js runs. */
const TICK_MS = 10;

/** Milliseconds of processor that a process has used. Reads /proc, so Linux only. */
export const readProcessorMs = (pid: number): number => readTimes(pid).ownMs;

/** Counts a whole PostgreSQL: the postmaster, its children, and those that have ended. */
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

/** Resident memory before the work, its peaks in each half of the work, and a second after it. */
export type MemoryUse = { startBytes: number; halvesBytes: [number, number]; endBytes: number };

const EVERY_MS = 100;
const AFTER_MS = 1_000;

/** Samples the memory of a process while `work` runs. Reads /proc, so Linux only. */
export const watchMemory = async (pid: number, work: () => Promise<void>): Promise<MemoryUse> => {
  const startBytes = readResident(pid);
  const samples = [startBytes];
  const sampling = setInterval(() => samples.push(readResident(pid)), EVERY_MS);
  try {
    await work();
    samples.push(readResident(pid));
  } finally {
    clearInterval(sampling);
  }
  await sleep(AFTER_MS);
  const half = Math.ceil(samples.length / 2);
  return {
    startBytes,
    halvesBytes: [Math.max(...samples.slice(0, half)), Math.max(...samples.slice(half))],
    endBytes: readResident(pid),
  };
};

/** Reads /proc, so Linux only. */
const readResident = (pid: number): number => {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (!kibibytes) throw new Error(`the process ${pid} has ended`);
  return Number(kibibytes) * 1024;
};
