// node bench/requests.ts [--seconds 1] [--rounds 3] [--only GET] [--organisations 8] [--sessions 20000] [--write]
//   [--profile]: the calls of the API, each beside its limit in the same run. It ends with 1 when a limit is missed.
import { parseArgs } from 'node:util';
import { openBenchWorld } from './open-bench-world.ts';
import { describeRun, reportRun } from './page/report-run.ts';
import { judgeRequests } from './requests/judge-requests.ts';
import { listTables } from './requests/list-tables.ts';
import { measureRequests } from './requests/measure-requests.ts';
import { profileRequests } from './requests/profile-requests.ts';

const { values } = parseArgs({
  options: {
    // Of one measure of one case; a quick run: --seconds 0.2 --rounds 1
    seconds: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '3' },
    organisations: { type: 'string', default: '8' },
    sessions: { type: 'string', default: '20000' },
    only: { type: 'string', default: '' },
    // Into docs/benchmarks.md, instead of printing it.
    write: { type: 'boolean', default: false },
    // Where the server's processor time goes, instead of the rates.
    profile: { type: 'boolean', default: false },
  },
});
const sizes = {
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  organisations: Number(values.organisations),
  rows: Number(values.sessions),
  only: values.only,
};
const { write } = values;
const world = await openBenchWorld();
try {
  const machine = describeRun(world);
  if (values.profile) {
    const tables = await profileRequests(world, sizes);
    await reportRun('profile', { machine, tables, findings: [], write });
  } else {
    const measured = await measureRequests(world, sizes);
    const tables = listTables(measured.cases);
    await reportRun('requests', { machine, tables, findings: judgeRequests(measured), write });
  }
} finally {
  await world.close();
}
