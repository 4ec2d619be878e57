import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer } from './create-thread.ts';

/** The body of a thread of createThread: makes each order, and hands over what `listOwned` names of it uncopied. */
export const answerOrders = <Order, Product>(
  make: (order: Order) => Promise<Product>,
  listOwned: (product: Product) => ArrayBuffer[],
): void => {
  const answer = async (order: Order): Promise<ThreadAnswer<Product>> => {
    try {
      return { ok: true, product: await make(order) };
    } catch (error) {
      return { ok: false, message: error instanceof Error ? error.message : String(error) };
    }
  };
  parentPort?.on('message', async (order: Order) => {
    const answered = await answer(order);
    parentPort!.postMessage(answered, answered.ok ? listOwned(answered.product) : []);
  });
};
