import type { Context } from '../../apps/server/src/context.ts';
import { publishTestEvent } from '../../apps/server/src/testing/publish-test-event.ts';
import { inMs, inPercent, type Finding } from '../finding.ts';
import type { BenchWorld } from '../open-bench-world.ts';
import { openTenants } from './open-tenants.ts';
import { percentile } from '../percentile.ts';
import { publishSteadily } from './publish-steadily.ts';

const BACKLOG = 10_000;
const EVENTS_PER_SECOND = 100;
const SLICE_SECONDS = 4;
const SLICES = 9;
const LIMIT = 0.2;
const PATIENCE_MS = 120_000;

/**
 * What one endpoint that hangs, with a backlog behind it, costs the deliveries of the others. Two databases with
 * a worker each, of which one has such an endpoint, take turns, so that whatever else the machine does meets both.
 */
export const measureIsolation = async (world: BenchWorld): Promise<Finding[]> => {
  const free = await openSide(world);
  const burdened = await openSide(world);
  const [hanging] = await openTenants(burdened.context, {
    organisations: 1,
    endpoints: 1,
    urlOf: () => world.receiver.urlOf('/hang'),
  });
  await publishBacklog(burdened.context, hanging!.organisationId);
  const without: number[] = [];
  const beside: number[] = [];
  for (let slice = 0; slice < SLICES; slice++) {
    without.push(await free.measureP95());
    beside.push(await burdened.measureP95());
  }
  const waiting = await countWaiting(burdened.context, hanging!.organisationId);
  await free.close();
  await burdened.close();
  const [p95Without, p95Beside] = [percentile(without, 0.5), percentile(beside, 0.5)];
  const rise = p95Beside / p95Without - 1;
  const what = `one endpoint hangs for 10 s with ${BACKLOG} deliveries behind it`;
  return [
    { what: `${what}: still waiting in the end`, result: String(waiting), limit: '', holds: null },
    {
      what: `${what}: p95 of the others without it, and beside it (median of ${SLICES})`,
      result: `${inMs(p95Without)}, ${inMs(p95Beside)}`,
      limit: '',
      holds: null,
    },
    {
      what: `${what}: rise of their p95`,
      result: inPercent(rise),
      limit: `+${inPercent(LIMIT)}`,
      holds: rise <= LIMIT,
    },
  ];
};

const openSide = async (world: BenchWorld) => {
  const database = await world.openDatabase();
  const { context } = database;
  const urlOf = (index: number) => world.receiver.urlOf(`/fast/${index}`);
  const tenants = await openTenants(context, { organisations: 20, endpoints: 1, urlOf });
  await database.spawnWorker();
  const load = { tenants, eventsPerSecond: EVENTS_PER_SECOND, seconds: SLICE_SECONDS };
  await publishSteadily(context, world.receiver, load);
  return {
    context,
    measureP95: async () => percentile(await publishSteadily(context, world.receiver, load), 0.95),
    close: database.close,
  };
};

const publishBacklog = async (context: Context, organisationId: string): Promise<void> => {
  for (let count = 0; count < BACKLOG; count += 20) {
    await Promise.all(Array.from({ length: 20 }, () => publishTestEvent(context, organisationId)));
  }
  const deadline = performance.now() + PATIENCE_MS;
  while ((await context.database.prisma.dueEndpoint.count({ where: { due_at: { lte: new Date() } } })) > 0) {
    if (performance.now() > deadline) throw new Error('the backlog is not parked');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

const countWaiting = ({ database }: Context, organisationId: string): Promise<number> =>
  database.prisma.queuedDelivery.count({ where: { organisation_id: organisationId } });
