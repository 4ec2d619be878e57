import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { answerOrder } from '../concurrency/answer-order.ts';
import type { ChildOrder } from './decoding-policy.ts';

/*
 * The body of a decoding process: makes each order, and ends at once when the service has ended.
 */

// Linux has a priority for each thread, and those of V8 are there before the first line runs. A thread that is made
// later has that of its maker.
const lowerPriority = (): void => {
  for (const thread of listThreads()) setPriority(thread, constants.priority.PRIORITY_LOW);
};

const listThreads = (): number[] => {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    // Elsewhere the priority is the process's.
    return [process.pid];
  }
};

const make = async ({ module, make: name, order }: ChildOrder): Promise<unknown> => {
  const { [name]: maker } = (await import(module)) as Record<string, (order: unknown) => Promise<unknown>>;
  return maker!(order);
};

lowerPriority();
// A terminal and systemd send these signals to all processes. The service still answers the requests under way, and
// needs this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
// Ends by SIGKILL: process.exit would wait for the threads that decode.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', async (order: ChildOrder) => {
  process.send!(await answerOrder(make, order));
  // V8 would keep the memory of an order until it thinks it much (GIVES_MEMORY_BACK).
  globalThis.gc?.();
});
