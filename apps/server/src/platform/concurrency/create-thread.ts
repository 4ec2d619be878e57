import { Worker } from 'node:worker_threads';
import { runOrders, type Doer } from './run-orders.ts';

export type Thread<Order, Product> = {
  /** @throws what the thread says of the order, or {LostOrderError} when it ended before it answered: try again */
  run: (order: Order, transfer?: ArrayBuffer[]) => Promise<Product>;
};

/**
 * Makes a thread that does one order after the other, so that however many ask, the memory of one is used. It starts
 * with the first. One that dies, or is stopped since its time is over, costs the order that it was at, and no other.
 */
export const createThread = <Order, Product>(
  body: URL,
  { name, timeoutMs }: { name: string; timeoutMs: number },
): Thread<Order, Product> => {
  const run = runOrders(() => startThread(body), { name: `${name} thread` });
  return { run: (order, transfer = []) => run<Product>(order, { timeoutMs, transfer }) };
};

/** The thread's own heap, beside the memory that it draws or typesets with. */
export const THREAD_HEAP_MB = 256;

const startThread = (body: URL): Doer => {
  const thread = new Worker(body, {
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB, maxYoungGenerationSizeMb: 16 },
  });
  let isAlive = true;
  const forget = (): void => void (isAlive = false);
  // An error of the thread, such as the end of its memory, would end the process without a listener.
  thread.on('error', forget);
  // The first to hear of the end, so that the next order finds no dead thread.
  thread.on('exit', forget);
  thread.unref();
  return {
    events: thread,
    isFit: () => isAlive,
    give: (order, transfer) => thread.postMessage(order, transfer),
    stop: () => void thread.terminate(),
  };
};
