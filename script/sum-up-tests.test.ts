import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listConditions } from './sum-up-tests.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..');
let folder: string;
beforeAll(async () => {
  // Inside the project, where vitest is found.
  folder = await mkdtemp(join(ROOT, 'node_modules/.sum-up-tests-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('counts what passed, failed and was skipped, and names each file with what it needs', async () => {
  await writeFile(
    join(folder, 'some.test.ts'),
    `import { beforeAll, describe, expect, it } from 'vitest';
    const hasNone = false;
    it('passes', () => {});
    it('fails', () => expect(1).toBe(2));
    it.runIf(hasNone)('is skipped', () => {});
    describe('with a hook that fails', () => {
      beforeAll(() => { throw new Error('no'); });
      it('never runs', () => {});
    });`,
  );
  await writeFile(
    join(folder, 'vitest.config.ts'),
    `import { sumUpTests } from ${JSON.stringify(join(ROOT, 'script/sum-up-tests.ts'))};
    export default { test: { reporters: [sumUpTests('counts')] } };`,
  );
  const cli = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const failed = await run(process.execPath, [cli, 'run'], { cwd: folder }).catch((error: unknown) => error);
  expect(await readFile(join(folder, 'counts'), 'utf8')).toBe('1 2 2\n');
  const { stdout } = failed as { stdout: string };
  expect(stdout).toContain('2 skipped in some.test.ts: runIf(hasNone)');
  expect(stdout).toMatch(/^ +\d+\.\d s some\.test\.ts$/m);
});

it.each([
  ['describe.runIf(hasBrowser)(', 'runIf(hasBrowser)'],
  ['it.skipIf(!has("curl") || !x)("a", f)', 'skipIf(!has("curl") || !x)'],
  ['it.runIf(a)(b); it.runIf(a)(c); it.skipIf(d)(e)', 'runIf(a), skipIf(d)'],
  ['it.skip("later")', 'skipped by its own words'],
])('reads of %s what its tests need', (source, conditions) => {
  expect(listConditions(source)).toBe(conditions);
});
