// node bench/dev.ts [--rounds 5] [--write]: how long a contributor waits for what they have just saved.
import { spawnSync } from 'node:child_process';
import { measureSaves } from './dev/measure-saves.ts';
import { judgeAtMost, medianOf, withRange, type Finding } from './harness/figures.ts';
import { readOptions, runBench } from './harness/run-bench.ts';
import { inTurn, timeMs } from './harness/turns.ts';

const { rounds, write } = readOptions({ rounds: 5, write: false });

/** Times a test file from the shell, in ms. The first run is not counted: it makes what is kept between runs. */
const timeTestFile = async (file: string): Promise<number[]> => {
  const [, ...timed] = await inTurn(rounds + 1, () =>
    timeMs(() => {
      const { status } = spawnSync('script/pnpm', ['exec', 'vitest', 'run', file], {
        cwd: `${import.meta.dirname}/..`,
      });
      if (status !== 0) throw new Error(`${file} ended with ${status}`);
    }),
  );
  return timed;
};

const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

const judgeWait = (what: string, timesMs: number[], most: number): Finding =>
  judgeAtMost(what, medianOf(timesMs), { most, result: withRange(timesMs, inSeconds), inWords: inSeconds });

await runBench(
  async () => {
    const saves = await measureSaves(rounds);
    // Half of the server's files take longer than its 0.6 s, half take less.
    const serverTest = await timeTestFile('apps/server/src/features/sessions/list-sessions.test.ts');
    const packageTest = await timeTestFile('packages/contract/src/shapes/locale.test.ts');
    return {
      findings: [
        judgeWait('from saving a file of the server to the next answer', saves.server, 1_000),
        judgeWait('from saving a file of the field application to its page', saves.field, 1_500),
        judgeWait('one test file of the server from the shell', serverTest, 3_000),
        judgeWait('one test file of a package from the shell', packageTest, 1_500),
      ],
    };
  },
  { part: 'dev', write },
);
