// node bench/start.ts [--rounds 3] [--seconds 12] [--write]: how long the api, the worker and all in one process take to be
// ready, and what memory they have. With --cold instead: how long script/server takes in a fresh clone.
import { parseArgs } from 'node:util';
import { openBenchWorld } from './open-bench-world.ts';
import { describeMachine } from './page/describe-machine.ts';
import { describeRun, reportRun } from './page/report-run.ts';
import { listCold, measureCold } from './start/measure-cold.ts';
import { listStart } from './start/list-start.ts';
import { measureStart } from './start/measure-start.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    cold: { type: 'boolean', default: false },
    // Of the load.
    seconds: { type: 'string', default: '12' },
    // Into docs/benchmarks.md, instead of printing it.
    write: { type: 'boolean', default: false },
  },
});

const rounds = Number(values.rounds);

const benchCold = async (): Promise<void> => {
  const machine = describeMachine();
  const findings = listCold(await measureCold(rounds));
  await reportRun('cold', { machine, tables: [], findings, write: values.write });
};

const benchStart = async (): Promise<void> => {
  const world = await openBenchWorld();
  try {
    const machine = describeRun(world);
    const start = await measureStart(world, { rounds, seconds: Number(values.seconds) });
    await reportRun('start', { machine, tables: [listStart(start)], findings: [], write: values.write });
  } finally {
    await world.close();
  }
};

await (values.cold ? benchCold() : benchStart());
