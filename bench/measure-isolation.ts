import type { Context } from '../apps/server/src/context.ts';
import { publishTestEvent } from '../apps/server/src/testing/publish-test-event.ts';
import { inMs, inPercent, type Finding } from './finding.ts';
import type { BenchWorld } from './open-bench-world.ts';
import { openTenants } from './open-tenants.ts';
import { mean, percentile } from './percentile.ts';
import { publishSteadily } from './publish-steadily.ts';

const BACKLOG = 10_000;
const EVENTS_PER_SECOND = 100;
const SECONDS = 10;
const ROUNDS = 3;
const LIMIT = 0.2;
const PATIENCE_MS = 120_000;

/** What one endpoint that hangs, with a backlog behind it, costs the deliveries of the others. */
export const measureIsolation = async (world: BenchWorld): Promise<Finding[]> => {
  const database = await world.openDatabase();
  const { context } = database;
  const urlOf = (index: number) => world.receiver.urlOf(`/fast/${index}`);
  const tenants = await openTenants(context, { organisations: 20, endpoints: 1, urlOf });
  const [hanging] = await openTenants(context, {
    organisations: 1,
    endpoints: 1,
    urlOf: () => world.receiver.urlOf('/hang'),
  });
  await database.spawnWorker();
  const measure = async () =>
    percentile(
      await publishSteadily(context, world.receiver, {
        tenants,
        eventsPerSecond: EVENTS_PER_SECOND,
        seconds: SECONDS,
      }),
      0.95,
    );
  await measure();
  const without: number[] = [];
  const beside: number[] = [];
  let parkedInMs = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await setActive(context, hanging!.endpointIds[0]!, false);
    without.push(await measure());
    await setActive(context, hanging!.endpointIds[0]!, true);
    const startMs = performance.now();
    if (round === 0) await publishBacklog(context, hanging!.organisationId);
    if (round === 0) parkedInMs = performance.now() - startMs;
    beside.push(await measure());
  }
  await database.close();
  console.error({ without, beside });
  const rise = mean(beside) / mean(without) - 1;
  const what = `one endpoint hangs for 10 s with ${BACKLOG} deliveries behind it`;
  return [
    {
      what: `${what}: published and parked`,
      result: `in ${(parkedInMs / 1000).toFixed(1)} s`,
      limit: '',
      holds: null,
    },
    {
      what: `${what}: p95 of the others without it, and beside it (mean of ${ROUNDS})`,
      result: `${inMs(mean(without))}, ${inMs(mean(beside))}`,
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

// The row alone: what is parked stays so, and what is under way ends.
const setActive = async ({ database }: Context, id: string, active: boolean): Promise<void> => {
  await database.prisma.webhookEndpoint.updateMany({ where: { id }, data: { active } });
};

const publishBacklog = async (context: Context, organisationId: string): Promise<void> => {
  for (let count = 0; count < BACKLOG; count += 20) {
    await Promise.all(Array.from({ length: 20 }, () => publishTestEvent(context, organisationId)));
  }
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const parked = await context.database.prisma.webhookDelivery.count({ where: { parked: true } });
    if (parked > BACKLOG * 0.95) return;
    if (performance.now() > deadline) throw new Error(`${parked} of ${BACKLOG} deliveries are parked`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};
