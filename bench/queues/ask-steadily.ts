import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection, type Connection } from '../load/open-connection.ts';
import { percentile } from '../percentile.ts';

/** `ownDelayMs`: how late this process itself was, p99: no figure is better than that. */
export type Waits = { p50Ms: number; p99Ms: number; refused: number; ownDelayMs: number };

/** Asks so many times a second, each at its time whether those before are answered or not. */
export const askSteadily = async (
  baseUrl: string,
  { requests, perSecond, seconds }: { requests: Buffer[]; perSecond: number; seconds: number },
): Promise<Waits> => {
  const free: Connection[] = [];
  const tookMs: number[] = [];
  let refused = 0;
  const ask = async (request: Buffer): Promise<void> => {
    const sentMs = performance.now();
    const connection = free.pop() ?? (await openConnection(baseUrl));
    const { status } = await connection.ask(request);
    tookMs.push(performance.now() - sentMs);
    if (status === 200) return void free.push(connection);
    refused += 1;
    connection.close();
  };
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const beganMs = performance.now();
  const underWay: Promise<void>[] = [];
  for (let turn = 0; turn < perSecond * seconds; turn++) {
    const dueMs = beganMs + (1000 * turn) / perSecond;
    if (dueMs > performance.now()) await sleep(dueMs - performance.now());
    // A timer that is late is this process's own doing, and is shown as such.
    underWay.push(ask(requests[turn % requests.length]!));
  }
  await Promise.all(underWay);
  delay.disable();
  for (const connection of free) connection.close();
  const ownDelayMs = delay.percentile(99) / 1e6;
  return { p50Ms: percentile(tookMs, 0.5), p99Ms: percentile(tookMs, 0.99), refused, ownDelayMs };
};
