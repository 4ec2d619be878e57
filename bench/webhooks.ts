// node bench/webhooks.ts [--only latency,throughput,isolation,ballast] [--seconds 20] [--retries N] [--failed N]
import { availableParallelism } from 'node:os';
import { measureOnly, readOptions, runInWorld } from './harness/run-bench.ts';
import { measureBallast } from './webhooks/measure-ballast.ts';
import { measureIsolation, measureLatency } from './webhooks/measure-latency.ts';
import { measureThroughput } from './webhooks/measure-throughput.ts';

// The whole million takes a machine with two processors some minutes to write.
const retries = availableParallelism() >= 4 ? 1_000_000 : 200_000;
const { only, seconds, ...ballast } = readOptions({ only: '', seconds: 20, retries, failed: 50_000 });

await runInWorld((world) =>
  measureOnly(only, {
    latency: () => measureLatency(world, seconds),
    throughput: () => measureThroughput(world),
    isolation: () => measureIsolation(world),
    ballast: () => measureBallast(world, ballast),
  }),
);
