import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { USAGE } from './config/read-role.ts';
import { processEnv } from './testing/process-env.ts';
import manifest from '../package.json' with { type: 'json' };

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

const PORT = String(20_000 + (process.pid % 20_000));

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'fis-start-'));
  await writeFile(join(dir, 'file'), '');
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const start = (dataDir: string, stopAt?: () => Promise<void>) =>
  new Promise<{ code: number | null; stderr: string; seconds: number }>((resolve) => {
    const begun = performance.now();
    const child = spawn(process.execPath, [MAIN, 'all'], {
      env: { ...processEnv(), PORT, DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const chunks: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    void stopAt?.().then(() => child.kill('SIGTERM'));
    child.on('close', (code) =>
      resolve({
        code,
        stderr: Buffer.concat(chunks).toString(),
        seconds: (performance.now() - begun) / 1000,
      }),
    );
  });

test.each([
  ['a place that takes no folder', () => '/proc/fis-test'],
  ['below such a place', () => '/proc/fis-test/a/b'],
  ['a file', () => join(dir, 'file')],
  ['below a file', () => join(dir, 'file/data')],
])(
  'a data folder that can not be used ends the start in seconds, and one line says what to do: %s',
  async (_, positionOf) => {
    const { code, stderr, seconds } = await start(positionOf());
    expect(stderr).toMatch(/^DATA_DIR: .* can't be used: .*Set DATA_DIR to a folder.*\n$/);
    expect([code, seconds < 15]).toEqual([1, true]);
  },
);

test('a program begins where neither HOME nor the system names a home of its user', async () => {
  const preload = join(dir, 'without-home.mjs');
  await writeFile(
    preload,
    `import os from 'node:os';
     import { syncBuiltinESMExports } from 'node:module';
     os.homedir = () => process.env.HOME ?? (() => { throw new Error('uv_os_homedir returned ENOENT'); })();
     syncBuiltinESMExports();`,
  );
  const ask = (program: string) =>
    promisify(execFile)(process.execPath, ['--import', preload, program, '--help'], { env: {} });
  expect((await ask(fileURLToPath(new URL('./admin.ts', import.meta.url)))).stdout).toContain('script/admin');
  expect((await ask(MAIN)).stdout).toBe(`${USAGE}\n`);
});

test('--help says how to start it, and starts nothing', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, '--help'], {
    env: { ...processEnv(), PORT: 'none', DATABASE_URL: 'none' },
  });
  expect(stdout).toBe(`${USAGE}\n`);
});

test('a word that is no role is named before settings that are missing, and starts nothing', async () => {
  const run = promisify(execFile)(process.execPath, [MAIN, 'bogus'], {
    env: { ...processEnv(), DEMO: 'false', PORT: 'none' },
  });
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is no role "bogus"\.\n\nUsage: script\/server/) as string,
  });
});

test('--version says the version of the server alone, and starts nothing', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, '--version'], { env: processEnv() });
  expect(stdout).toBe(`${manifest.version}\n`);
});

test('a server that is told to stop while it starts stops in good order', async () => {
  const dataDir = join(dir, 'data');
  const hasBegun = () => vi.waitUntil(() => existsSync(join(dataDir, 'server.lock')), { timeout: 30_000 });
  const { code } = await start(dataDir, async () => void (await hasBegun()));
  expect([code, existsSync(join(dataDir, 'server.lock'))]).toEqual([0, false]);
});
