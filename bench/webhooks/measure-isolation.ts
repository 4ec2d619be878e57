import type { Context } from '../../apps/server/src/context.ts';
import { publishTestEvent } from '../../apps/server/src/testing/publish-test-event.ts';
import {
  inMs,
  inPercent,
  judgeAtMost,
  medianOf,
  percentile,
  tell,
  type Finding,
} from '../harness/figures.ts';
import type { BenchWorld } from '../harness/open-world.ts';
import { inTurn, takeRounds, waitFor } from '../harness/turns.ts';
import { moveIn } from '../stage/move-in.ts';
import { publishSteadily } from './publish-steadily.ts';

const BACKLOG = 10_000;
const PER_SECOND = 100;
const SLICE_SECONDS = 4;
const SLICES = 9;
const LIMIT = 0.2;
const PATIENCE_MS = 120_000;

/**
 * Measures what an endpoint that hangs, with a backlog behind it, costs the others' deliveries. Two databases with
 * a worker each, of which one has such an endpoint, take turns, so that whatever else the machine does meets both.
 */
export const measureIsolation = async (world: BenchWorld): Promise<Finding[]> => {
  const free = await openSide(world);
  const burdened = await openSide(world);
  const urlOf = () => world.receiver.urlOf('/hang');
  const [hanging] = await moveIn(burdened.context, 1, { endpoints: 1, urlOf });
  await publishBacklog(burdened.context, hanging!.organisationId);
  const slices = await takeRounds(SLICES, async () => [await free.measureP95(), await burdened.measureP95()]);
  const waiting = await burdened.context.database.prisma.queuedDelivery.count({
    where: { organisation_id: hanging!.organisationId },
  });
  await free.close();
  await burdened.close();
  const [without, beside] = [0, 1].map((side) => medianOf(slices.map((p95s) => p95s[side]!)));
  const what = `one endpoint hangs for 10 s with ${BACKLOG} deliveries behind it`;
  return [
    tell(`${what}: still waiting in the end`, `${waiting}`),
    tell(
      `${what}: p95 of the others without it, and beside it (median of ${SLICES})`,
      `${inMs(without!)}, ${inMs(beside!)}`,
    ),
    judgeAtMost(`${what}: rise of their p95`, beside! / without! - 1, {
      most: LIMIT,
      inWords: inPercent,
      limit: `+${inPercent(LIMIT)}`,
    }),
  ];
};

const openSide = async (world: BenchWorld) => {
  const { context, spawn, close } = await world.openDatabase();
  const urlOf = (index: number) => world.receiver.urlOf(`/fast/${index}`);
  const tenants = await moveIn(context, 20, { endpoints: 1, urlOf });
  await spawn('worker');
  const load = { tenants, perSecond: PER_SECOND, seconds: SLICE_SECONDS };
  const publish = () => publishSteadily(context, world.receiver, load);
  await publish();
  return { context, measureP95: async () => percentile(await publish(), 0.95), close };
};

const publishBacklog = async (context: Context, organisationId: string): Promise<void> => {
  await inTurn(BACKLOG / 20, () =>
    Promise.all(Array.from({ length: 20 }, () => publishTestEvent(context, organisationId))),
  );
  const { webhookWake } = context.database.prisma;
  const isParked = async () => (await webhookWake.count({ where: { due_at: { lte: new Date() } } })) === 0;
  await waitFor('a backlog that is parked', isParked, { everyMs: 200, patienceMs: PATIENCE_MS });
};
