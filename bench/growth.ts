// node bench/growth.ts [--rows 5000000] [--small 10000] [--write]: the statements of the API's calls on a small and on a
// large database, with their plans. It ends with 1 when a plan reads or sorts what it must not. Of sessions there are
// --rows, of all else that grows a fifth; the whole takes some 8 GiB under TMPDIR.
import { judgeGrowth, listGrowth } from './growth/judge-growth.ts';
import { measureGrowth } from './growth/measure-growth.ts';
import { readOptions, runInWorld } from './harness/run-bench.ts';

const { rows, small, write } = readOptions({ rows: 5_000_000, small: 10_000, write: false });

await runInWorld(
  async (world) => {
    const growth = await measureGrowth(world, [small, rows]);
    return { tables: [listGrowth(growth)], findings: judgeGrowth(growth) };
  },
  { part: 'growth', write },
);
