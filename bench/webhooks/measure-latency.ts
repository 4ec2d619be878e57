import { inMs, judgeAtMost, percentile, tell, type Finding } from '../harness/figures.ts';
import type { BenchWorld } from '../harness/open-world.ts';
import { moveIn } from '../stage/move-in.ts';
import { publishSteadily } from './publish-steadily.ts';

const PER_SECOND = 200;
const TENANTS = 20;
const WARM_UP_SECONDS = 3;
const P95_LIMIT_MS = 40;
const P99_LIMIT_MS = 500;

/** From the commit of an event to its receiver's first byte, at 200 events a second. */
export const measureLatency = async (world: BenchWorld, seconds: number): Promise<Finding[]> => {
  const { context, spawn, close } = await world.openDatabase();
  const urlOf = (index: number) => world.receiver.urlOf(`/fast/${index}`);
  const tenants = await moveIn(context, TENANTS, { endpoints: 1, urlOf });
  await spawn('worker');
  const load = { tenants, perSecond: PER_SECOND };
  await publishSteadily(context, world.receiver, { ...load, seconds: WARM_UP_SECONDS });
  const tookMs = await publishSteadily(context, world.receiver, { ...load, seconds });
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
