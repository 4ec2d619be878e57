// node bench/webhooks.ts [--only latency,throughput] [--seconds 20]: deliveries, each figure beside its limit.
import { measureOnly, readOptions, runInWorld } from './harness/run-bench.ts';
import { measureThroughput } from './webhooks/measure-throughput.ts';
import { publishTestEvent } from '../apps/server/src/testing/publish-test-event.ts';
import { type Finding, inMs, judgeAtMost, percentile, tell } from './harness/figures.ts';
import type { BenchDatabase, BenchWorld } from './harness/open-world.ts';
import { atTimes, monotonicMs, waitFor } from './harness/turns.ts';
import { type Tenant, moveIn } from './stage/move-in.ts';

const { only, seconds } = readOptions({ only: '', seconds: 20 });

await runInWorld((world) =>
  measureOnly(only, {
    latency: () => measureLatency(world, seconds),
    throughput: () => measureThroughput(world),
  }),
);

const TENANTS = 20;
const WARM_UP_SECONDS = 3;
const PER_SECOND = 200;
const P95_LIMIT_MS = 40;
const P99_LIMIT_MS = 500;
const PATIENCE_MS = 30_000;

const measureLatency = async (world: BenchWorld, seconds: number): Promise<Finding[]> => {
  const database = await world.openDatabase();
  const urlOf = (index: number) => world.receiver.urlOf(`/fast/${index}`);
  const tenants = await moveIn(database.context, TENANTS, { endpoints: 1, urlOf });
  await database.spawn('worker');
  await publishSteadily(world, database, { tenants, seconds: WARM_UP_SECONDS });
  const tookMs = await publishSteadily(world, database, { tenants, seconds });
  await database.close();
  const what = `commit to first byte, ${PER_SECOND} events/s for ${seconds} s`;
  const judge = (share: number, most: number) =>
    judgeAtMost(`${what}: p${100 * share}`, percentile(tookMs, share), { most, inWords: inMs });
  return [
    tell(`${what}: p50`, inMs(percentile(tookMs, 0.5))),
    judge(0.95, P95_LIMIT_MS),
    judge(0.99, P99_LIMIT_MS),
  ];
};

/** Events come at a steady rate, whether those before are delivered or not. Gives each event's time to its receiver. */
const publishSteadily = async (
  { receiver }: BenchWorld,
  { context }: BenchDatabase,
  { tenants, seconds }: { tenants: Tenant[]; seconds: number },
): Promise<number[]> => {
  const committedMs = new Map<string, number>();
  await atTimes({ perSecond: PER_SECOND, seconds }, async (turn) => {
    const id = await publishTestEvent(context, tenants[turn % tenants.length]!.organisationId);
    committedMs.set(id, monotonicMs());
  });
  const areThere = async () => (await receiver.count()) >= committedMs.size;
  await waitFor('the events', areThere, { patienceMs: PATIENCE_MS });
  // The first arrival counts where an event came twice.
  const arrivedMs = new Map((await receiver.take()).toReversed().map(({ dataId, atMs }) => [dataId, atMs]));
  return [...committedMs].map(([id, atMs]) => arrivedMs.get(id)! - atMs);
};
