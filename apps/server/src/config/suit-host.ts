import { availableParallelism, totalmem } from 'node:os';

export type Host = { processors: number; memoryBytes: number };

const MIB = 2 ** 20;
const GIB = 2 ** 30;

export const readHost = (): Host => ({
  processors: availableParallelism(),
  // The limit is 0, or more than the host has, where nothing limits the process.
  memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Infinity),
});

/** A worker's code runs on one processor, however many there are: a second one is for PostgreSQL or for a second worker. */
const MOST_JOBS = 32;
const FEWEST_JOBS = 4;
const JOBS_A_PROCESSOR = 16;
const JOBS_A_GIB = 16;

export const suitConcurrency = ({ processors, memoryBytes }: Host): number => {
  const held = Math.min(JOBS_A_PROCESSOR * processors, Math.floor((JOBS_A_GIB * memoryBytes) / GIB));
  return Math.min(MOST_JOBS, Math.max(FEWEST_JOBS, held));
};

/** Memory from which V8's own limit is right: half of the memory, at most 4 GiB. */
const ENOUGH_BYTES = 4 * GIB;

/** The least heap. With 128 MiB a worker under load took six times the processor time, to collect garbage. */
const LEAST_HEAP_MIB = 256;

/**
 * Gives the option of Node.js that limits the heap of a process of this host; none where V8's own limit is right, or
 * where the operator's NODE_OPTIONS have one, which the command line would overrule. V8 takes all it may before it
 * collects: beside PostgreSQL and a second process, half of a small host's memory is too much.
 */
export const limitHeap = (
  { memoryBytes }: Pick<Host, 'memoryBytes'>,
  nodeOptions: string | undefined,
): string | undefined => {
  if (memoryBytes >= ENOUGH_BYTES || memoryBytes < 2 * LEAST_HEAP_MIB * MIB) return undefined;
  if (HEAP_OPTION.test(nodeOptions ?? '')) return undefined;
  return `--max-old-space-size=${Math.max(LEAST_HEAP_MIB, Math.floor(memoryBytes / 4 / MIB))}`;
};

/** The option as V8 and Node.js take it, with either stroke; also `--max-old-space-size-percentage`. */
const HEAP_OPTION = /--max[-_](old[-_]space|heap)[-_]size/;

const PER_CORE = 3;
const FEWEST = 6;
const MOST = 20;

/** More than a few for each core make no statement faster: on two cores 6 did more requests a second than 20. */
export const choosePoolSize = (cores = availableParallelism()): number =>
  Math.min(MOST, Math.max(FEWEST, cores * PER_CORE));
