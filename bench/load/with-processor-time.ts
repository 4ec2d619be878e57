import { readDatabaseMs, readProcessorMs } from './read-processor-time.ts';
import type { Phase } from './send-load.ts';

/** Milliseconds of processor for each call. */
export type Cost = { serverMs: number; databaseMs: number };

/** A load with what it took of the processors. Without a server, the caller is the client of the database itself. */
export const withProcessorTime = async (
  { server, postmaster }: { server?: number; postmaster: number },
  run: () => Promise<Phase>,
): Promise<Phase & Cost> => {
  const read = () => [server ? readProcessorMs(server) : 0, readDatabaseMs(postmaster)] as const;
  const before = read();
  const phase = await run();
  const [serverMs, databaseMs] = read().map((value, index) => (value - before[index]!) / phase.calls);
  return { ...phase, serverMs: serverMs!, databaseMs: databaseMs! };
};
