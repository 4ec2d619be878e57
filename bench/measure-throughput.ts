import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { drainBacklog } from './drain-backlog.ts';
import { inPercent, perSecond, type Finding } from './finding.ts';
import type { BenchWorld } from './open-bench-world.ts';
import { openTenants } from './open-tenants.ts';
import { mean } from './percentile.ts';

const CONCURRENCIES = [32, 128];
const TENANTS = 20;
const ENDPOINTS = 10;
const EVENTS = 100;
const BARE_SECONDS = 4;
const RATIO_LIMIT = 0.25;

/** Deliveries of one worker process beside what one process can sign and send without writing anything down. */
export const measureThroughput = async (world: BenchWorld): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const concurrency of CONCURRENCIES) {
    const before = await runBareLoop(world, concurrency);
    const database = await world.openDatabase();
    const tenants = await openTenants(database.context, {
      organisations: TENANTS,
      endpoints: ENDPOINTS,
      urlOf: (index) => world.receiver.urlOf(`/fast/${index}`),
    });
    const drained = await drainBacklog(database, world.receiver, {
      tenants,
      events: EVENTS,
      env: { WORKER_CONCURRENCY: String(concurrency) },
    });
    await database.close();
    const bare = mean([before, await runBareLoop(world, concurrency)]);
    const ratio = drained.perSecond / bare;
    const what = `${TENANTS * ENDPOINTS * EVENTS} deliveries, ${concurrency} at a time`;
    findings.push(
      { what: `${what}: one worker`, result: perSecond(drained.perSecond), limit: '', holds: null },
      { what: `${what}: bare loop of undici and HMAC`, result: perSecond(bare), limit: '', holds: null },
      {
        what: `${what}: worker to bare loop`,
        result: inPercent(ratio),
        limit: `${inPercent(RATIO_LIMIT)}, aim 40 %`,
        holds: ratio >= RATIO_LIMIT,
      },
      {
        what: `${what}: commits per delivery`,
        result: drained.commitsPerDelivery.toFixed(2),
        limit: '3',
        holds: drained.commitsPerDelivery <= 3,
      },
    );
  }
  return findings;
};

const runBareLoop = async ({ receiver, ca }: BenchWorld, concurrency: number): Promise<number> => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('bare-loop.ts', import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      TARGET_URL: receiver.urlOf('/bare'),
      CA: ca,
      CONCURRENCY: String(concurrency),
      SECONDS: String(BARE_SECONDS),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { perSecond } = JSON.parse(await text(child.stdout)) as { perSecond: number };
  await receiver.take();
  return perSecond;
};
