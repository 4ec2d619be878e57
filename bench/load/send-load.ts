import { openConnection, type Connection } from './open-connection.ts';
import { percentile } from '../percentile.ts';

/** What a load came to. */
export type Phase = { calls: number; perSecond: number; p50Ms: number; p99Ms: number };

export type Load = {
  /** How many are under way at any moment, each on a connection of its own. */
  atOnce: number;
  /** The next request; undefined when there is none left. */
  next: () => Buffer | undefined;
  /** The status that each is answered with; any other is an error. */
  wanted: number;
};

/** Sends requests, each as soon as the one before on its connection is answered, until there is none left. */
export const sendLoad = async (baseUrl: string, load: Load): Promise<Phase> => {
  const connections = await Promise.all(Array.from({ length: load.atOnce }, () => openConnection(baseUrl)));
  try {
    return await measureCalls(load, (request: Buffer, worker) =>
      expectStatus(connections[worker]!, { request, wanted: load.wanted }),
    );
  } finally {
    for (const connection of connections) connection.close();
  }
};

/** The same of any kind of call: `next` gives what is called with. */
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

const expectStatus = async (
  connection: Connection,
  { request, wanted }: { request: Buffer; wanted: number },
): Promise<void> => {
  const { status, body } = await connection.ask(request);
  if (status === wanted) return;
  const [line] = request.toString('latin1', 0, 200).split('\r\n');
  throw new Error(`${line}: ${status} instead of ${wanted}: ${body.slice(0, 500)}`);
};

/** Requests one after the other, and from the first again, until the time is over. */
export const repeatFor = (requests: readonly Buffer[], seconds: number): (() => Buffer | undefined) => {
  const endMs = performance.now() + 1000 * seconds;
  let turn = 0;
  return () => (performance.now() < endMs ? requests[turn++ % requests.length] : undefined);
};

/** Each once. */
export const takeEach = <Item>(items: readonly Item[]): (() => Item | undefined) => {
  let turn = 0;
  return () => items[turn++];
};
