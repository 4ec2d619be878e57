// node bench/growth.ts [--rows 5000000] [--small 10000] [--write]: the statements of the API's calls on a small and on a
// large database, with their plans. It ends with 1 when a plan reads or sorts what it must not.
import { parseArgs } from 'node:util';
import { judgeGrowth, listGrowth } from './growth/judge-growth.ts';
import { measureGrowth } from './growth/measure-growth.ts';
import { openBenchWorld } from './open-bench-world.ts';
import { describeRun, reportRun } from './page/report-run.ts';

const { values } = parseArgs({
  options: {
    // Sessions; of all else that grows there is a fifth. The whole takes some 8 GiB under TMPDIR.
    rows: { type: 'string', default: '5000000' },
    small: { type: 'string', default: '10000' },
    // Into docs/benchmarks.md, instead of printing it.
    write: { type: 'boolean', default: false },
  },
});

const world = await openBenchWorld();
try {
  const machine = describeRun(world);
  const growth = await measureGrowth(world, [Number(values.small), Number(values.rows)]);
  const { write } = values;
  await reportRun('growth', { machine, tables: [listGrowth(growth)], findings: judgeGrowth(growth), write });
} finally {
  await world.close();
}
