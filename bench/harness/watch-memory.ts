import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Resident memory before, at most in each half of the time, and a second after. */
export type MemoryUse = { startBytes: number; halvesBytes: [number, number]; endBytes: number };

const EVERY_MS = 100;
const AFTER_MS = 1_000;

/** Samples the resident memory of a process while something is done. Reads /proc, so Linux only. */
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

/** Resident memory now. Reads /proc, so Linux only. */
export const readResident = (pid: number): number => {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (!kibibytes) throw new Error(`the process ${pid} has ended`);
  return Number(kibibytes) * 1024;
};
