import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const PACKAGE = join(import.meta.dirname, '../..');

/** Runs the check as a packer of this name. */
const check = (userAgent: string) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'check-packer.ts')], {
    env: { ...process.env, npm_config_user_agent: userAgent },
  });

it.each(['pack', 'publish'])('npm %s makes no package, and says what to run', async (command) => {
  // pnpm's settings are left out: npm would take pnpm's name for its own.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const refused = promisify(execFile)('npm', [command, '--dry-run', '--offline', '--ignore-scripts=false'], {
    cwd: PACKAGE,
    env,
  });
  await expect(refused).rejects.toThrow(/run `\.\.\/\.\.\/script\/pnpm pack`/);
  expect((await readdir(PACKAGE)).filter((name) => name.endsWith('.tgz'))).toEqual([]);
});

it('is the first thing that packing does, and lets pnpm go on', async () => {
  expect(manifest.scripts.prepack).toBe('node generator/package/check-packer.ts && tsup');
  await expect(check('pnpm/12.21.0 npm/? node/v24.0.0 linux x64')).resolves.toMatchObject({ stderr: '' });
  await expect(check('yarn/4.0.0 npm/? node/v24.0.0')).rejects.toThrow(/Packed by yarn\/4\.0\.0/);
});
