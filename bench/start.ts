// node bench/start.ts [--rounds 3] [--seconds 12] [--write]: how long the api, the worker and both in one process take
// to be ready, and their memory; --seconds of load. With --cold: how long script/server takes in a fresh clone.
import { readOptions, runBench, runInWorld } from './harness/run-bench.ts';
import { measureCold } from './start/measure-cold.ts';
import { measureStart } from './start/measure-start.ts';

const { cold, write, ...sizes } = readOptions({ rounds: 3, seconds: 12, cold: false, write: false });

await (cold
  ? runBench(async () => ({ findings: await measureCold(sizes.rounds) }), { part: 'cold', write })
  : runInWorld(async (world) => ({ tables: [await measureStart(world, sizes)] }), { part: 'start', write }));
