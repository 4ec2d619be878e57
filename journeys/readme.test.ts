import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '@field-inspection/server/testing/find-free-port';
import { expect, test, vi } from 'vitest';
import { copyTree, ROOT } from './copy-tree.ts';

const readSteps = async (): Promise<string[]> => {
  const text = await readFile(join(ROOT, 'README.md'), 'utf8');
  const part = text.slice(text.indexOf('## Start'), text.indexOf('### With the SDK'));
  const blocks = [...part.matchAll(/```sh\n([^]*?)```/g)].map(([, code]) => code!);
  return blocks.flatMap((code) => code.trim().split('\n')).map((line) => line.replace(/ +#.*/, ''));
};

test("the README's steps, as they stand and in an empty HOME: from a clone to a verified webhook on localhost in at most 8", async ({
  onTestFinished,
}) => {
  // Checking the project is no step on the way to a webhook.
  const steps = (await readSteps()).filter((step) => step !== 'script/test');
  // Cloning is a step, too.
  expect(1 + steps.length).toBeLessThanOrEqual(8);
  const { tree, remove } = await copyTree();
  onTestFinished(remove);
  const home = await mkdtemp(join(tmpdir(), 'fis-home-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const env = { PATH: process.env.PATH, HOME: home, PORT: String(await findFreePort()) };

  const [start, ...rest] = steps;
  const server = spawn('bash', ['-c', `exec ${start}`], {
    cwd: tree,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(server, 'close');
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await ended;
  });
  let printed = '';
  server.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await vi.waitUntil(() => printed.includes('base URL'), { timeout: 60_000 });

  let told = '';
  for (const step of rest) {
    const { stdout } = await promisify(execFile)('bash', ['-c', step], { cwd: tree, env, timeout: 90_000 });
    told += stdout;
  }
  expect(told).toContain('webhook           session.completed, signature verified');
  expect(told).toMatch(
    /^verified {10}nothing was changed, but the authority that sealed it is not among those you trust$/m,
  );
  expect(told).toMatch(/^verdict {11}untrusted: .*no fault of the file/m);
});
