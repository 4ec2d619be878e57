import { createRoundRobin, type Turn } from '../concurrency/create-round-robin.ts';
import { runOrders } from '../concurrency/run-orders.ts';
import type { Logger } from '../logger.ts';
import { DECODING_POLICY, type ChildOrder, type DecodingPolicy } from './decoding-policy.ts';
import { startChild } from './start-child.ts';

/** Orders and products are JSON: bytes are files, or Base64. */
export type DecodingKind<Order, Product> = {
  name: keyof DecodingPolicy['kinds'];
  module: URL;
  make: string;
  does?: (order: Order) => Promise<Product>;
};

/** @throws what the function says of the order, or {LostOrderError} when its process ended before it answered */
export type Decode = <Order, Product>(kind: DecodingKind<Order, Product>, order: Order) => Promise<Product>;

/** Waits until its session has nothing else under way and a process is free. */
export type Decoding = <Result>(whose: Turn, work: (decode: Decode) => Promise<Result>) => Promise<Result>;

/**
 * Each process reads one file at a time, at the lowest priority, without the service's environment: a file burdens
 * neither the processor nor the memory of the service, and can do nothing to it. A process that dies, or is stopped for
 * taking too much, costs its current order. A session's orders wait for each other, and an organisation leaves a
 * process to the others (create-round-robin.ts).
 */
export const openDecoding = ({
  log,
  policy = DECODING_POLICY,
}: {
  log: Pick<Logger, 'warn'>;
  policy?: DecodingPolicy;
}): Decoding => {
  const { atOnce, idleMs, kinds } = policy;
  const start = () => startChild(policy, log);
  const free = Array.from({ length: atOnce }, () => runOrders(start, { name: 'decoding process', idleMs }));
  const turns = createRoundRobin(atOnce);
  const take = async <Result>(work: (decode: Decode) => Promise<Result>): Promise<Result> => {
    const run = free.shift()!;
    try {
      return await work(({ name, module, make }, order) => {
        const childOrder: ChildOrder = { kind: name, module: module.href, make, order };
        return run(childOrder, kinds[name]);
      });
    } finally {
      // The process that worked last goes on, so that the others may end.
      free.unshift(run);
    }
  };
  return (whose, work) => turns(whose, () => take(work));
};
