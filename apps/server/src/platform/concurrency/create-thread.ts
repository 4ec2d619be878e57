import { Worker } from 'node:worker_threads';
import { runOrders, type Doer } from './run-orders.ts';

export type Thread<Order, Product> = {
  /** @throws what the thread says of the order, or {LostOrderError} when it ended before it answered: try again */
  run: (order: Order, transfer?: ArrayBuffer[]) => Promise<Product>;
};

/**
 * Orders come one after the other, so that any number of callers use the memory of one. It starts with the first order.
 * A thread that dies, or is stopped once its time is over, costs its current order only.
 */
export const createThread = <Order, Product>(
  body: URL,
  { name, timeoutMs }: { name: string; timeoutMs: number },
): Thread<Order, Product> => {
  const run = runOrders(() => startThread(body), { name: `${name} thread` });
  return { run: (order, transfer = []) => run<Product>(order, { timeoutMs, transfer }) };
};

/** Only the heap: what the thread draws or typesets with comes on top. */
export const THREAD_HEAP_MB = 256;

const startThread = (body: URL): Doer => {
  const thread = new Worker(body, {
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB, maxYoungGenerationSizeMb: 16 },
  });
  let isAlive = true;
  const forget = (): void => void (isAlive = false);
  // Without a listener an error of the thread, such as the end of its memory, would end the process.
  thread.on('error', forget);
  // Registered first, so that the next order finds no dead thread.
  thread.on('exit', forget);
  thread.unref();
  return {
    events: thread,
    isFit: () => isAlive,
    give: (order, transfer) => thread.postMessage(order, transfer),
    stop: () => void thread.terminate(),
  };
};
