import type { Context } from '../../apps/server/src/context.ts';
import { publishTestEvent } from '../../apps/server/src/testing/publish-test-event.ts';
import { inMs, inPercent, judgeAtMost, percentile, tell, type Finding } from '../harness/figures.ts';
import type { BenchWorld } from '../harness/open-world.ts';
import { takeArrivals } from '../harness/start-receiver.ts';
import { atTimes, compareByTurns, inTurn, monotonicMs, waitFor } from '../harness/turns.ts';
import { moveIn } from '../stage/move-in.ts';

const TENANTS = 20;
const WARM_UP_SECONDS = 3;
const PER_SECOND = 200;
const P95_LIMIT_MS = 40;
const P99_LIMIT_MS = 500;

/** From the commit of an event to its receiver's first byte, at 200 events a second. */
export const measureLatency = async (world: BenchWorld, seconds: number): Promise<Finding[]> => {
  const { publish, close } = await openSide(world, PER_SECOND);
  const tookMs = await publish(seconds);
  await close();
  const what = `commit to first byte, ${PER_SECOND} events/s for ${seconds} s`;
  const judge = (share: number, most: number) =>
    judgeAtMost(`${what}: p${100 * share}`, percentile(tookMs, share), { most, inWords: inMs });
  return [
    tell(`${what}: p50`, inMs(percentile(tookMs, 0.5))),
    judge(0.95, P95_LIMIT_MS),
    judge(0.99, P99_LIMIT_MS),
  ];
};

const BACKLOG = 10_000;
const BESIDE_PER_SECOND = 100;
const SLICE_SECONDS = 4;
const SLICES = 9;
const RISE_LIMIT = 0.2;

/**
 * Measures what an endpoint that hangs, with a backlog behind it, costs the others' deliveries: two databases with a
 * worker each, of which one has such an endpoint.
 */
export const measureIsolation = async (world: BenchWorld): Promise<Finding[]> => {
  const free = await openSide(world, BESIDE_PER_SECOND);
  const burdened = await openSide(world, BESIDE_PER_SECOND);
  const urlOf = () => world.receiver.urlOf('/hang');
  const [hanging] = await moveIn(burdened.context, 1, { endpoints: 1, urlOf });
  await parkBacklog(burdened.context, hanging!.organisationId);
  const [without, beside] = await compareByTurns(
    SLICES,
    [free, burdened].map((side) => async () => percentile(await side.publish(SLICE_SECONDS), 0.95)),
  );
  await free.close();
  await burdened.close();
  const what = `one endpoint hangs for 10 s with ${BACKLOG} deliveries behind it`;
  const medians = `${inMs(without!)}, ${inMs(beside!)}`;
  return [
    tell(`${what}: p95 of the others without it, and beside it (median of ${SLICES})`, medians),
    judgeAtMost(`${what}: rise of their p95`, beside! / without! - 1, {
      most: RISE_LIMIT,
      inWords: inPercent,
      limit: `+${inPercent(RISE_LIMIT)}`,
    }),
  ];
};

const parkBacklog = async (context: Context, organisationId: string): Promise<void> => {
  await inTurn(BACKLOG / 20, () =>
    Promise.all(Array.from({ length: 20 }, () => publishTestEvent(context, organisationId))),
  );
  const { webhookWake } = context.database.prisma;
  const isParked = async () => (await webhookWake.count({ where: { due_at: { lte: new Date() } } })) === 0;
  await waitFor('a backlog that is parked', isParked, { everyMs: 200, patienceMs: 120_000 });
};

const PATIENCE_MS = 30_000;

/** A warm worker with organisations of its own. `publish` gives how long each event took to its receiver. */
const openSide = async (world: BenchWorld, perSecond: number) => {
  const { context, spawn, close } = await world.openDatabase();
  const urlOf = (index: number) => world.receiver.urlOf(`/fast/${index}`);
  const tenants = await moveIn(context, TENANTS, { endpoints: 1, urlOf });
  await spawn('worker');
  const publish = async (seconds: number): Promise<number[]> => {
    await world.receiver.take();
    const committedMs = new Map<string, number>();
    await atTimes({ perSecond, seconds }, async (turn) => {
      const id = await publishTestEvent(context, tenants[turn % tenants.length]!.organisationId);
      committedMs.set(id, monotonicMs());
    });
    const dataIds = new Set(committedMs.keys());
    const arrivedMs = await takeArrivals(world.receiver, { dataIds, patienceMs: PATIENCE_MS });
    if (arrivedMs.size < dataIds.size) throw new Error(`${arrivedMs.size} of ${dataIds.size} events arrived`);
    return [...arrivedMs].map(([id, atMs]) => atMs - committedMs.get(id)!);
  };
  await publish(WARM_UP_SECONDS);
  return { context, publish, close };
};
