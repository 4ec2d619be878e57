import { readDatabaseMs, readProcessorMs } from '../harness/read-processes.ts';
import { percentile } from '../harness/figures.ts';
import { expectReply, openConnection } from './connection.ts';

export type Phase = { calls: number; perSecond: number; p50Ms: number; p99Ms: number };

export type Load = {
  atOnce: number;
  next: () => Buffer | undefined;
  wanted: number;
};

export const sendLoad = async (baseUrl: string, load: Load): Promise<Phase> => {
  const connections = await Promise.all(Array.from({ length: load.atOnce }, () => openConnection(baseUrl)));
  try {
    return await measureCalls(load, (request: Buffer, worker) =>
      expectReply(connections[worker]!, { request, wanted: load.wanted }),
    );
  } finally {
    for (const connection of connections) connection.close();
  }
};

/** Measures calls of any kind; `next` gives the argument of each. */
export const measureCalls = async <Item>(
  { atOnce, next }: { atOnce: number; next: () => Item | undefined },
  call: (item: Item, worker: number) => Promise<unknown>,
): Promise<Phase> => {
  const tookMs: number[] = [];
  const work = async (worker: number): Promise<void> => {
    for (let item = next(); item !== undefined; item = next()) {
      const beganMs = performance.now();
      await call(item, worker);
      tookMs.push(performance.now() - beganMs);
    }
  };
  const beganMs = performance.now();
  await Promise.all(Array.from({ length: atOnce }, (_, worker) => work(worker)));
  const seconds = (performance.now() - beganMs) / 1000;
  return {
    calls: tookMs.length,
    perSecond: tookMs.length / seconds,
    p50Ms: percentile(tookMs, 0.5),
    p99Ms: percentile(tookMs, 0.99),
  };
};

/** Milliseconds of processor for each call. */
export type Cost = { serverMs: number; databaseMs: number };

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

export const repeatFor = (requests: readonly Buffer[], seconds: number): (() => Buffer | undefined) => {
  const endMs = performance.now() + 1000 * seconds;
  let turn = 0;
  return () => (performance.now() < endMs ? requests[turn++ % requests.length] : undefined);
};

export const takeEach = <Item>(items: readonly Item[]): (() => Item | undefined) => {
  let turn = 0;
  return () => items[turn++];
};
