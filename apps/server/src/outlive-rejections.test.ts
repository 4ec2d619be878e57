import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const SCRIPT = `
import { outliveRejections } from '${new URL('./outlive-rejections.ts', import.meta.url)}';
if (process.argv[1] === 'outlive') outliveRejections({ log: { error: ({ err }, text) => console.log(err.message, text) } });
setTimeout(() => console.log('alive'), 50);
void Promise.reject(new Error('dropped'));
`;

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT, ...args]);

test('a promise that is rejected while nobody waits for it is noted, and the process goes on', async () => {
  const { stdout } = await run('outlive');
  expect(stdout).toBe('dropped rejected, and nobody waited for it\nalive\n');
});

test('without that the process ends', async () => {
  await expect(run()).rejects.toThrow(/dropped/);
});
