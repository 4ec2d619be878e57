import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const run = (...argv: string[]) => promisify(execFile)(process.execPath, [MAIN, ...argv]);

it('says with --help how it is called, and builds nothing', async () => {
  const { stdout, stderr } = await run('--help');
  expect([stdout, stderr]).toEqual([
    expect.stringMatching(/^Usage: script\/build-server \[--arch x64 \| arm64\]/),
    '',
  ]);
});

it.each([
  [['--hlep'], /^Unknown option '--hlep'/],
  [['--arch', 'vax'], /^--arch vax: there is a build for x64 and arm64$/m],
])('refuses %j in words, without a stack', async (argv, words) => {
  const failed = await run(...argv).catch((error: { code: number; stderr: string }) => error);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(words) as string });
  expect(failed.stderr).not.toMatch(/^\s+at /m);
});
