import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '../../apps/server/src/testing/find-free-port.ts';
import { judgeAtMost, tell, type Finding } from '../harness/figures.ts';
import { takeRounds, timeMs } from '../harness/turns.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

export const measureCold = async (rounds: number): Promise<Finding[]> => {
  const measured = await takeRounds(rounds, async () => {
    const times = await inClone(async (clone) => [await timeServer(clone), await timeServer(clone)]);
    return [...times, await inClone(timeInstall)];
  });
  const [firstMs, laterMs, bareMs] = [0, 1, 2].map((folder) => measured.map((times) => times[folder]!));
  return [
    findLeast('from the clone to the API key', firstMs!, FIRST_LIMIT_MS),
    findLeast('the packages of it, installed by bare pnpm', bareMs!),
    findLeast('once more to the API key', laterMs!, LATER_LIMIT_MS),
  ];
};

const FIRST_LIMIT_MS = 20_000;
const LATER_LIMIT_MS = 1_500;

const findLeast = (what: string, times: number[], most?: number): Finding => {
  const result = `${inSeconds(Math.min(...times))} (to ${inSeconds(Math.max(...times))}) s`;
  if (most === undefined) return tell(what, result);
  return judgeAtMost(what, Math.min(...times), { most, result, limit: `≤ ${most / 1000} s` });
};

const inSeconds = (ms: number): string => (ms / 1000).toFixed(1);

type Clone = { dir: string; env: NodeJS.ProcessEnv };

/** HOME is empty, and so there is no cache and no store; the rest of the environment may lead to the registry. */
const inClone = async <Result>(use: (clone: Clone) => Promise<Result>): Promise<Result> => {
  const folder = await mkdtemp(join(tmpdir(), 'fis-cold-'));
  const [dir, home] = [join(folder, 'clone'), join(folder, 'home')];
  try {
    await mkdir(home);
    await run('git', ['clone', '--quiet', ROOT, dir]);
    const { NODE_COMPILE_CACHE: _warm, ...env } = process.env;
    return await use({ dir, env: { ...env, HOME: home, PATH: listHostPath() } });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

// Leaves out this checkout's toolchain, which script/node has put first.
const listHostPath = (): string =>
  (process.env.PATH ?? '')
    .split(':')
    .filter((folder) => !folder.startsWith(ROOT))
    .join(':');

const timeServer = async ({ dir, env }: Clone): Promise<number> => {
  const port = await findFreePort();
  const beganMs = performance.now();
  const server = spawn(join(dir, 'script/server'), {
    env: { ...env, PORT: `${port}`, DATA_DIR: join(dir, '../data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (/API key +fis_/.test(said)) resolve();
    });
    void ended.then(() => reject(new Error(`script/server ended before it printed an API key: ${said}`)));
  });
  const tookMs = performance.now() - beganMs;
  server.kill('SIGTERM');
  await ended;
  return tookMs;
};

const timeInstall = ({ dir, env }: Clone): Promise<number> => {
  // The same filters as in install_packages of script/setup.sh.
  const filters = ['.', './examples...', '@field-inspection/server...'].flatMap((name) => ['--filter', name]);
  const asked = ['install', '--frozen-lockfile', '--trust-lockfile', '--prod', ...filters];
  const options = { cwd: dir, env: { ...env, CI: 'true', pnpm_config_pm_on_fail: 'ignore' } };
  return timeMs(() => run(join(ROOT, '.toolchain/bin/pnpm'), asked, options));
};
