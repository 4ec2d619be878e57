import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

it('script/pnpm runs in the folder of its caller, as pnpm does', async () => {
  const name = async (folder: string) => {
    const cwd = join(import.meta.dirname, '..', folder);
    const read = ['exec', 'node', '-p', 'require("./package.json").name'];
    return (await run(join(import.meta.dirname, 'pnpm'), read, { cwd })).stdout.trim();
  };
  expect(await name('packages/sdk')).toBe('@field-inspection/sdk');
  expect(await name('packages/contract')).toBe('@field-inspection/contract');
});
