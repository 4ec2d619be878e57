// node bench/dev.ts [--rounds 5] [--write]: how long a contributor waits after saving a file.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../apps/server/src/testing/find-free-port.ts';
import { copyTree } from '../journeys/copy-tree.ts';
import { inTurn, takeRounds, timeMs, waitFor } from './harness/turns.ts';
import { judgeAtMost, medianOf, withRange, type Finding } from './harness/figures.ts';
import { readOptions, runBench } from './harness/run-bench.ts';

const SERVER_FILE = 'apps/server/src/http/probes/serve-probes.ts';
const SERVER_DIR = "  serve('/livez'";
const FIELD_FILE = 'apps/field/src/main.tsx';

/** Milliseconds from a save to the first answer with the change, in a copy of the project beside `script/dev`. */
const measureSaves = async (rounds: number): Promise<{ server: number[]; field: number[] }> => {
  const { tree, remove } = await copyTree();
  const port = await findFreePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const { PATH, HOME } = process.env;
  const dev = spawn('script/dev', {
    cwd: tree,
    env: { PATH, HOME, PORT: String(port), DATA_DIR: join(tree, '.data') },
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(dev, 'close');
  try {
    await untilTrue(() => answers(`${baseUrl}/readyz`));
    const saves = await takeRounds(rounds, async (round) => ({
      server: await timeServer(tree, { baseUrl, round }),
      field: await timeField(tree, { baseUrl, round }),
    }));
    return { server: saves.map(({ server }) => server), field: saves.map(({ field }) => field) };
  } finally {
    process.kill(-dev.pid!, 'SIGINT');
    await ended;
    await remove();
  }
};

type Round = { baseUrl: string; round: number };

const timeServer = async (tree: string, { baseUrl, round }: Round): Promise<number> => {
  const path = `/round-${round}`;
  const route = `  serve('${path}', (_request, response) => void response.end());\n`;
  const began = await save(join(tree, SERVER_FILE), (source) =>
    source.replace(SERVER_DIR, route + SERVER_DIR),
  );
  await untilTrue(() => answers(baseUrl + path));
  return performance.now() - began;
};

const timeField = async (tree: string, { baseUrl, round }: Round): Promise<number> => {
  const word = `round ${round} of the field`;
  const began = await save(join(tree, FIELD_FILE), (source) => `${source}console.info('${word}');\n`);
  await untilTrue(async () => (await readFirstScript(baseUrl)).includes(word));
  return performance.now() - began;
};

const save = async (file: string, change: (source: string) => string): Promise<number> => {
  const changed = change(await readFile(file, 'utf8'));
  // A contributor reads an answer before saving again, so the save before is over by then.
  await sleep(1_000);
  const began = performance.now();
  await writeFile(file, changed);
  return began;
};

const untilTrue = (ask: () => Promise<boolean>): Promise<void> =>
  waitFor('an answer', () => ask().catch(() => false), { everyMs: 5 });

const answers = async (url: string): Promise<boolean> => {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.status === 200;
};

const readFirstScript = async (baseUrl: string): Promise<string> => {
  const page = await (await fetch(`${baseUrl}/join/x`)).text();
  const [path] = /assets\/main-[\w-]+\.js/.exec(page)!;
  return (await fetch(`${baseUrl}/join/${path}`)).text();
};

const { rounds, write } = readOptions({ rounds: 5, write: false });

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
    // A typical test file: half of the server's test files take longer than its 0.6 s.
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
