import { parentPort } from 'node:worker_threads';
import { answerOrder } from './answer-order.ts';

/** The body of a thread of createThread. `listOwned` names what is handed over uncopied. */
export const answerOrders = <Order, Product>(
  make: (order: Order) => Promise<Product>,
  listOwned: (product: Product) => ArrayBuffer[],
): void => {
  parentPort?.on('message', async (order: Order) => {
    const answered = await answerOrder(make, order);
    parentPort!.postMessage(answered, answered.ok ? listOwned(answered.product) : []);
  });
};
