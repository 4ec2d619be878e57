import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { answerOrder } from '../concurrency/answer-order.ts';
import type { ChildOrder } from './decoding-policy.ts';

// Linux has a priority for each thread. V8's threads are there before the first line runs; a later thread has its
// maker's.
const lowerPriority = (): void => {
  for (const thread of listThreads()) setPriority(thread, constants.priority.PRIORITY_LOW);
};

const listThreads = (): number[] => {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    // Other systems have a priority for each process.
    return [process.pid];
  }
};

const make = async ({ module, make: name, order }: ChildOrder): Promise<unknown> => {
  const { [name]: maker } = (await import(module)) as Record<string, (order: unknown) => Promise<unknown>>;
  return maker!(order);
};

lowerPriority();
// A terminal and systemd send these signals to all processes, and the service still needs this one for the requests
// under way.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
// Ends by SIGKILL: process.exit would wait for the threads that decode.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', async (order: ChildOrder) => {
  process.send!(await answerOrder(make, order));
  // V8 would keep an order's memory until it thinks that much (GIVES_MEMORY_BACK).
  globalThis.gc?.();
});
