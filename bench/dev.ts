// node bench/dev.ts [--rounds 5] [--write]: how long a contributor waits for what they have just saved.
import { parseArgs } from 'node:util';
import { judgeWaits } from './dev/judge-waits.ts';
import { measureSaves } from './dev/measure-saves.ts';
import { measureTestFiles } from './dev/measure-test-files.ts';
import { describeMachine } from './page/describe-machine.ts';
import { reportRun } from './page/report-run.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    // Into docs/benchmarks.md, instead of printing it.
    write: { type: 'boolean', default: false },
  },
});

const machine = describeMachine();
const rounds = Number(values.rounds);
const waits = { ...(await measureSaves(rounds)), ...measureTestFiles(rounds) };
await reportRun('dev', { machine, tables: [], findings: judgeWaits(waits), write: values.write });
