// node bench/queues.ts [--seconds 8] [--rounds 3] [--sessions 300000] [--write]: what one organisation waits beside
// another that has 64 of the slowest lists under way. It ends with 1 when the limit is missed.
import { parseArgs } from 'node:util';
import { openBenchWorld } from './open-bench-world.ts';
import { describeRun, reportRun } from './page/report-run.ts';
import { judgeQueues } from './queues/judge-queues.ts';
import { measureQueues } from './queues/measure-queues.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    sessions: { type: 'string', default: '300000' },
    // Into docs/benchmarks.md, instead of printing it.
    write: { type: 'boolean', default: false },
  },
});

const world = await openBenchWorld();
try {
  const machine = describeRun(world);
  const measured = await measureQueues(world, {
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    rows: Number(values.sessions),
  });
  await reportRun('queues', {
    machine: `${machine}, ${values.sessions} sessions`,
    tables: [],
    findings: judgeQueues(measured),
    write: values.write,
  });
} finally {
  await world.close();
}
