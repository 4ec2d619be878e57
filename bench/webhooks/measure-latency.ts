import type { BenchWorld } from '../open-bench-world.ts';
import { inMs, type Finding } from '../finding.ts';
import { openTenants } from './open-tenants.ts';
import { percentile } from '../percentile.ts';
import { publishSteadily } from './publish-steadily.ts';

const EVENTS_PER_SECOND = 200;
const TENANTS = 20;
const WARM_UP_SECONDS = 3;
const P95_LIMIT_MS = 40;
const P99_LIMIT_MS = 500;

/** From the commit of an event to its receiver's first byte, at 200 events a second. */
export const measureLatency = async (
  world: BenchWorld,
  { seconds }: { seconds: number },
): Promise<Finding[]> => {
  const database = await world.openDatabase();
  const { context } = database;
  const tenants = await openTenants(context, {
    organisations: TENANTS,
    endpoints: 1,
    urlOf: (index) => world.receiver.urlOf(`/fast/${index}`),
  });
  await database.spawnWorker();
  const load = { tenants, eventsPerSecond: EVENTS_PER_SECOND };
  await publishSteadily(context, world.receiver, { ...load, seconds: WARM_UP_SECONDS });
  const latenciesMs = await publishSteadily(context, world.receiver, { ...load, seconds });
  await database.close();
  const p95 = percentile(latenciesMs, 0.95);
  const p99 = percentile(latenciesMs, 0.99);
  const what = `commit to first byte, ${EVENTS_PER_SECOND} events/s for ${seconds} s`;
  return [
    { what: `${what}: p50`, result: inMs(percentile(latenciesMs, 0.5)), limit: '', holds: null },
    { what: `${what}: p95`, result: inMs(p95), limit: `${P95_LIMIT_MS} ms`, holds: p95 <= P95_LIMIT_MS },
    { what: `${what}: p99`, result: inMs(p99), limit: `${P99_LIMIT_MS} ms`, holds: p99 <= P99_LIMIT_MS },
  ];
};
