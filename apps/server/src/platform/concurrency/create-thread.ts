import { Worker } from 'node:worker_threads';

export type ThreadAnswer<Product> = { ok: true; product: Product } | { ok: false; message: string };

export type Thread<Order, Product> = {
  /** @throws what the thread says of the order, or when it ended before it answered: try again */
  run: (order: Order, transfer?: ArrayBuffer[]) => Promise<Product>;
};

/**
 * A thread that does one order after the other, so that however many ask, the memory of one is used. It starts with the
 * first. One that dies, or is stopped since its time is over, costs the order that it was at, and no other.
 */
export const createThread = <Order, Product>(
  body: URL,
  { name, timeoutMs }: { name: string; timeoutMs: number },
): Thread<Order, Product> => {
  let thread: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const start = (): Worker => {
    const started = new Worker(body, {
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
    });
    const forget = (): void => {
      if (thread === started) thread = undefined;
    };
    // Without a listener an error of the thread, such as the end of its memory, would end the process.
    started.on('error', forget);
    // The first to hear of the end, so that the next order finds no dead thread.
    started.on('exit', forget);
    started.unref();
    return started;
  };
  return {
    run: (order, transfer = []) => {
      const made = last.then(() => ask<Product>((thread ??= start()), { name, timeoutMs, order, transfer }));
      last = made.catch(() => undefined);
      return made;
    },
  };
};

type Question = { name: string; timeoutMs: number; order: unknown; transfer: ArrayBuffer[] };

const ask = <Product>(worker: Worker, { name, timeoutMs, order, transfer }: Question): Promise<Product> =>
  new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(deadline);
      worker.off('message', onAnswer).off('exit', onExit);
    };
    const onAnswer = (answer: ThreadAnswer<Product>): void => {
      settle();
      if (answer.ok) resolve(answer.product);
      else reject(new Error(answer.message));
    };
    const onExit = (): void => {
      settle();
      reject(new Error(`The ${name} thread ended before it answered: try again.`));
    };
    const deadline = setTimeout(() => void worker.terminate(), timeoutMs);
    worker.on('message', onAnswer).on('exit', onExit);
    worker.postMessage(order, transfer);
  });
