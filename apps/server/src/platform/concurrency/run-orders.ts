import type { EventEmitter } from 'node:events';
import type { OrderAnswer } from './answer-order.ts';
import { LostOrderError } from './lost-order-error.ts';

export type Doer<Order = unknown> = {
  events: EventEmitter;
  isFit: () => boolean;
  give: (order: Order, transfer: ArrayBuffer[]) => void;
  stop: () => void;
  /** Read after the doer's end; undefined unless the order is known to be to blame. */
  readBlame?: () => string | undefined;
};

export type DoerOptions = {
  name: string;
  /** Milliseconds that a doer waits for the next order before it is stopped; for ever by default. */
  idleMs?: number;
};

export type OrderOptions = { timeoutMs: number; transfer?: ArrayBuffer[] };

/** The doer starts with the first order. A doer that dies, or is stopped in time, costs its current order only. */
export const runOrders = <Order>(start: () => Doer<Order>, { name, idleMs }: DoerOptions) => {
  let doer: Doer<Order> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let idle: NodeJS.Timeout | undefined;
  const find = (): Doer<Order> => (doer = doer?.isFit() ? doer : start());
  const rest = (): void => {
    waiting -= 1;
    if (waiting === 0 && idleMs !== undefined) idle = setTimeout(() => doer?.stop(), idleMs).unref();
  };
  return <Product>(order: Order, options: OrderOptions): Promise<Product> => {
    clearTimeout(idle);
    waiting += 1;
    const made = last.then(() => ask<Order, Product>(find(), { ...options, name, order }));
    last = made.then(rest, rest);
    return made;
  };
};

type Question<Order> = OrderOptions & { name: string; order: Order };

const ask = <Order, Product>(
  doer: Doer<Order>,
  { name, timeoutMs, order, transfer = [] }: Question<Order>,
): Promise<Product> =>
  new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(deadline);
      doer.events.off('message', onAnswer).off('exit', onExit);
    };
    const onAnswer = (answer: OrderAnswer<Product>): void => {
      settle();
      if (answer.ok) resolve(answer.product);
      else reject(Object.assign(new Error(answer.message), answer.code && { code: answer.code }));
    };
    const onExit = (): void => {
      settle();
      const late = isLate ? `, after ${timeoutMs} ms` : '';
      const blame = doer.readBlame?.();
      const advice = blame === undefined ? 'try again.' : blame;
      reject(new LostOrderError(`The ${name} ended before it answered${late}: ${advice}`, { blame }));
    };
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      doer.stop();
    }, timeoutMs);
    doer.events.on('message', onAnswer).on('exit', onExit);
    doer.give(order, transfer);
  });
