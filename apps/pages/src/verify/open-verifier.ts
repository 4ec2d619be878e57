import type { Answer, Order } from './verifier/answer-order.ts';

// A slow phone takes a minute for the costliest file, and every hundredth read is reported.
const STALL_MS = 120_000;

type Unnumbered<Each> = Each extends Order ? Omit<Each, 'id'> : never;
type Told = Answer | { kind: 'ended'; id: number };
type Ordered = { message: Order; tell: (told: Told) => void };

export type OrderVerifier = (message: Unnumbered<Order>, tell: Ordered['tell']) => number;

/**
 * A thread that is silent for two minutes is ended, since nothing else stops a busy thread: its order is answered by
 * `ended`, and later orders go to a new thread.
 */
export const openVerifier = (
  openThread: () => Worker,
  { ready, failed }: { ready: () => void; failed: () => void },
): OrderVerifier => {
  const waiting = new Map<number, Ordered>();
  let thread: Worker;
  let lastId = 0;
  let stall: ReturnType<typeof setTimeout> | undefined;

  const watch = () => {
    clearTimeout(stall);
    if (waiting.size > 0) stall = setTimeout(endThread, STALL_MS);
  };

  const send = (ordered: Ordered) => {
    waiting.set(ordered.message.id, ordered);
    thread.postMessage(ordered.message);
    if (waiting.size === 1) watch();
  };

  const start = () => {
    thread = openThread();
    thread.addEventListener('message', ({ data }: MessageEvent<Answer | { kind: 'ready' }>) => {
      if (data.kind === 'ready') return ready();
      waiting.get(data.id)?.tell(data);
      if (data.kind !== 'progress') waiting.delete(data.id);
      watch();
    });
    thread.addEventListener('error', failed);
  };

  const endThread = () => {
    thread.terminate();
    const [first, ...others] = waiting.values();
    waiting.clear();
    start();
    others.forEach(send);
    first?.tell({ id: first.message.id, kind: 'ended' });
  };

  start();
  return (message, tell) => {
    lastId += 1;
    send({ message: { ...message, id: lastId } as Order, tell });
    return lastId;
  };
};
