// node bench/webhooks.ts [--only latency,throughput,isolation,ballast] [--seconds 20] [--retries N] [--failed N]
import { availableParallelism, cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { printFindings, type Finding } from './finding.ts';
import { measureBallast } from './webhooks/measure-ballast.ts';
import { measureIsolation } from './webhooks/measure-isolation.ts';
import { measureLatency } from './webhooks/measure-latency.ts';
import { measureThroughput } from './webhooks/measure-throughput.ts';
import { openBenchWorld, type BenchWorld } from './open-bench-world.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'latency,throughput,isolation,ballast' },
    seconds: { type: 'string', default: '20' },
    // The whole million takes a machine with two processors some minutes to write.
    retries: { type: 'string', default: availableParallelism() >= 4 ? '1000000' : '200000' },
    failed: { type: 'string', default: '50000' },
  },
});

const MEASURES: Record<string, (world: BenchWorld) => Promise<Finding[]>> = {
  latency: (world) => measureLatency(world, { seconds: Number(values.seconds) }),
  throughput: measureThroughput,
  isolation: measureIsolation,
  ballast: (world) =>
    measureBallast(world, { retries: Number(values.retries), failed: Number(values.failed) }),
};

const world = await openBenchWorld();
const findings: Finding[] = [];
try {
  for (const name of values.only.split(',')) {
    const measure = MEASURES[name];
    if (!measure) throw new Error(`--only: there is no ${name}; use ${Object.keys(MEASURES).join(', ')}`);
    console.error(`measuring ${name} …`);
    findings.push(...(await measure(world)));
  }
} finally {
  await world.close();
}
const gibibytes = Math.round(totalmem() / 2 ** 30);
console.log(
  `${availableParallelism()} processors (${cpus()[0]?.model.trim()}), ${gibibytes} GiB, Node.js ${process.version}`,
);
printFindings(findings);
