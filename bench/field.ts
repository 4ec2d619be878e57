// node bench/field.ts [--rounds 5] [--write]: how long a person waits on a slow phone until the tap that joins is taken.
import { parseArgs } from 'node:util';
import { judgeFirstTap } from './field/judge-first-tap.ts';
import { measureFirstTap } from './field/measure-first-tap.ts';
import { openBenchWorld } from './open-bench-world.ts';
import { describeRun, reportRun } from './page/report-run.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    // Into docs/benchmarks.md, instead of printing it.
    write: { type: 'boolean', default: false },
  },
});

const world = await openBenchWorld();
try {
  const machine = describeRun(world);
  const { browser, rounds } = await measureFirstTap(world, Number(values.rounds));
  await reportRun('field', {
    machine: `${machine}, Chromium ${browser}`,
    tables: [],
    findings: judgeFirstTap(rounds),
    write: values.write,
  });
} finally {
  await world.close();
}
