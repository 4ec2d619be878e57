import type { Context } from '../../apps/server/src/context.ts';
import { publishTestEvent } from '../../apps/server/src/testing/publish-test-event.ts';
import { takeArrivals, type Receiver } from '../harness/start-receiver.ts';
import { atTimes, monotonicMs } from '../harness/turns.ts';
import type { Tenant } from '../stage/move-in.ts';

const PATIENCE_MS = 30_000;

/**
 * Publishes so many events a second, each at its time whether those before it are done or not, to the tenants
 * in turn. Returns how long each took from its commit to the first byte at its receiver.
 */
export const publishSteadily = async (
  context: Context,
  receiver: Receiver,
  { tenants, perSecond, seconds }: { tenants: Tenant[]; perSecond: number; seconds: number },
): Promise<number[]> => {
  await receiver.take();
  const committedMs = new Map<string, number>();
  await atTimes({ perSecond, seconds }, async (turn) => {
    const id = await publishTestEvent(context, tenants[turn % tenants.length]!.organisationId);
    committedMs.set(id, monotonicMs());
  });
  const dataIds = new Set(committedMs.keys());
  const arrivedMs = await takeArrivals(receiver, { dataIds, patienceMs: PATIENCE_MS });
  if (arrivedMs.size < dataIds.size) throw new Error(`${arrivedMs.size} of ${dataIds.size} events arrived`);
  return [...arrivedMs].map(([id, atMs]) => atMs - committedMs.get(id)!);
};
