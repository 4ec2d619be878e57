import type { Context } from '../../apps/server/src/context.ts';
import { publishTestEvent } from '../../apps/server/src/testing/publish-test-event.ts';
import type { Tenant } from './open-tenants.ts';
import { monotonicMs } from '../monotonic-ms.ts';
import type { Arrival, Receiver } from '../start-receiver.ts';

/**
 * Publishes so many events a second, each at its time whether those before it are done or not, to the tenants
 * in turn. Returns how long each took from its commit to the first byte at its receiver.
 */
export const publishSteadily = async (
  context: Context,
  receiver: Receiver,
  { tenants, eventsPerSecond, seconds }: { tenants: Tenant[]; eventsPerSecond: number; seconds: number },
): Promise<number[]> => {
  await receiver.take();
  const committedMs = new Map<string, number>();
  const startMs = monotonicMs();
  const total = eventsPerSecond * seconds;
  const publishing: Promise<void>[] = [];
  for (let index = 0; index < total; index++) {
    const waitMs = startMs + (1000 * index) / eventsPerSecond - monotonicMs();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const { organisationId } = tenants[index % tenants.length]!;
    publishing.push(
      publishTestEvent(context, organisationId).then((id) => void committedMs.set(id, monotonicMs())),
    );
  }
  await Promise.all(publishing);
  const arrivals = await untilArrived(receiver, committedMs);
  return arrivals.map(({ dataId, atMs }) => atMs - committedMs.get(dataId)!);
};

const PATIENCE_MS = 30_000;

const untilArrived = async (receiver: Receiver, wanted: Map<string, number>): Promise<Arrival[]> => {
  const arrivals: Arrival[] = [];
  const deadline = monotonicMs() + PATIENCE_MS;
  for (;;) {
    arrivals.push(...(await receiver.take()).filter(({ dataId }) => wanted.has(dataId)));
    if (arrivals.length >= wanted.size) return arrivals;
    if (monotonicMs() > deadline) throw new Error(`${arrivals.length} of ${wanted.size} events arrived`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
