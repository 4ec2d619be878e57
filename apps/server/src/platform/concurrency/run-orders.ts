import type { EventEmitter } from 'node:events';
import type { OrderAnswer } from './answer-order.ts';
import { LostOrderError } from './lost-order-error.ts';

/** A thread or a process that does orders. */
export type Doer<Order = unknown> = {
  /** `message` with each answer, and `exit` at its end, after all that it said. */
  events: EventEmitter;
  /** Whether it may do the next order; one that may not has ended, or ends now. */
  isFit: () => boolean;
  give: (order: Order, transfer: ArrayBuffer[]) => void;
  stop: () => void;
  /** Gives, after the doer's end, why its order is to blame; undefined where nobody knows that it is. */
  readBlame?: () => string | undefined;
};

export type DoerOptions = {
  /** The doer's name in messages, such as `report thread`. */
  name: string;
  /** Milliseconds that a doer may wait for the next order before it is stopped; for ever without this. */
  idleMs?: number;
};

export type OrderOptions = { timeoutMs: number; transfer?: ArrayBuffer[] };

/**
 * Gives one order after the other to a doer, which starts with the first. One that dies, or is stopped since its time is
 * over, costs the order that it was at, and no other.
 */
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
