import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../apps/server/src/testing/find-free-port.ts';
import { copyTree } from '../../journeys/copy-tree.ts';
import { takeRounds, waitFor } from '../harness/turns.ts';

const SERVER_FILE = 'apps/server/src/http/probes/serve-probes.ts';
const SERVER_PLACE = "  serve('/livez'";
const FIELD_FILE = 'apps/field/src/main.tsx';

/** From a save beside `script/dev` to the first answer that has the change, in ms: in a copy, which is changed. */
export const measureSaves = async (rounds: number): Promise<{ server: number[]; field: number[] }> => {
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
    source.replace(SERVER_PLACE, route + SERVER_PLACE),
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
  // The save before is over by then: a contributor reads an answer before they save again.
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
