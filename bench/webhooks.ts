// node bench/webhooks.ts [--only latency,throughput] [--seconds 20]: deliveries, each figure beside its limit.
import { measureOnly, readOptions, runInWorld } from './harness/run-bench.ts';
import { measureLatency } from './webhooks/measure-latency.ts';
import { measureThroughput } from './webhooks/measure-throughput.ts';

const { only, seconds } = readOptions({ only: '', seconds: 20 });

await runInWorld((world) =>
  measureOnly(only, {
    latency: () => measureLatency(world, seconds),
    throughput: () => measureThroughput(world),
  }),
);
