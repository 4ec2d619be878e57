import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '../../apps/server/src/testing/find-free-port.ts';
import type { Finding } from '../finding.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Milliseconds of each round. */
export type Cold = { firstMs: number[]; laterMs: number[]; bareMs: number[] };

/** How long `script/server` takes in a fresh clone and once more, and bare pnpm for the same packages. */
export const measureCold = async (rounds: number): Promise<Cold> => {
  const cold: Cold = { firstMs: [], laterMs: [], bareMs: [] };
  for (let round = 1; round <= rounds; round++) {
    console.error(`round ${round} …`);
    await inClone(async (clone) => {
      cold.firstMs.push(await timeServer(clone));
      cold.laterMs.push(await timeServer(clone));
    });
    await inClone(async (clone) => void cold.bareMs.push(await timeInstall(clone)));
  }
  return cold;
};

const FIRST_LIMIT_MS = 20_000;
const LATER_LIMIT_MS = 1_500;

/** The least of the rounds beside its limit. */
export const listCold = ({ firstMs, laterMs, bareMs }: Cold): Finding[] => [
  findLeast('from the clone to the API key', firstMs, FIRST_LIMIT_MS),
  findLeast('the packages of it, installed by bare pnpm', bareMs),
  findLeast('once more to the API key', laterMs, LATER_LIMIT_MS),
];

const findLeast = (what: string, times: number[], limitMs?: number): Finding => {
  const [least, most] = [Math.min(...times), Math.max(...times)];
  const [limit, holds] = limitMs === undefined ? ['', null] : [`≤ ${limitMs / 1000} s`, least <= limitMs];
  return { what, result: `${inSeconds(least)} (to ${inSeconds(most)}) s`, limit, holds };
};

const inSeconds = (ms: number): string => (ms / 1000).toFixed(1);

type Clone = { dir: string; env: NodeJS.ProcessEnv };

/** With a HOME that holds nothing, and so no cache and no store; the rest of the environment may lead to the registry. */
const inClone = async (use: (clone: Clone) => Promise<void>): Promise<void> => {
  const place = await mkdtemp(join(tmpdir(), 'fis-cold-'));
  const [dir, home] = [join(place, 'clone'), join(place, 'home')];
  try {
    await mkdir(home);
    await run('git', ['clone', '--quiet', ROOT, dir]);
    const { NODE_COMPILE_CACHE: _warm, ...env } = process.env;
    await use({ dir, env: { ...env, HOME: home, PATH: listHostPath() } });
  } finally {
    await rm(place, { recursive: true, force: true });
  }
};

// Without the toolchain of this checkout, which script/node put before it.
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

const timeInstall = async ({ dir, env }: Clone): Promise<number> => {
  // As install_packages of script/setup.sh asks it.
  const filters = ['.', './examples...', '@field-inspection/server...'].flatMap((name) => ['--filter', name]);
  const asked = ['install', '--frozen-lockfile', '--trust-lockfile', '--prod', ...filters];
  const beganMs = performance.now();
  await run(join(ROOT, '.toolchain/bin/pnpm'), asked, {
    cwd: dir,
    env: { ...env, CI: 'true', pnpm_config_pm_on_fail: 'ignore' },
  });
  return performance.now() - beganMs;
};
