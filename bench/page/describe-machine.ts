import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** What a figure was measured on. The load is that of the minute before: what else the machine does. */
export const describeMachine = (): string => {
  const processors = `${availableParallelism()} processors (${cpus()[0]?.model.trim()})`;
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  return `${processors}, ${gibibytes} GiB, Node.js ${process.version}, load ${loadavg()[0]!.toFixed(1)} before`;
};
