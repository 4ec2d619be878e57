// node bench/queues.ts [--seconds 8] [--rounds 3] [--sessions 300000] [--write]: what one organisation waits beside
// another that has 64 of the slowest lists under way. It ends with 1 when the limit is missed.
import { readOptions, runInWorld } from './harness/run-bench.ts';
import { judgeQueues } from './queues/judge-queues.ts';
import { measureQueues } from './queues/measure-queues.ts';

const { write, ...sizes } = readOptions({ seconds: 8, rounds: 3, sessions: 300_000, write: false });

await runInWorld(
  async (world) => ({
    findings: judgeQueues(await measureQueues(world, sizes)),
    on: [`${sizes.sessions} sessions`],
  }),
  { part: 'queues', write },
);
