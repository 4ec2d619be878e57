import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_NOTIFICATIONS: 'true' };

const lint = async (file: string): Promise<string[]> => {
  const cli = fileOf('../../node_modules/@redocly/cli/bin/cli.js');
  const flags = ['lint', file, '--config', fileOf('../../redocly.yaml'), '--format', 'json'];
  const { stdout } = await run(process.execPath, [cli, ...flags], { env, timeout: 60_000 }).catch(
    (error: { stdout?: string }) => {
      if (error.stdout) return { stdout: error.stdout };
      throw error;
    },
  );
  const { problems } = JSON.parse(stdout) as { problems: { ruleId: string }[] };
  return problems.map(({ ruleId }) => ruleId);
};

test('the document breaks no rule of Redocly recommended-strict, not even with a warning', async () => {
  expect(await lint(fileOf('../../openapi.json'))).toEqual([]);
});

test('the linter sees a pointer that leads nowhere', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-lint-'));
  try {
    const text = await readFile(fileOf('../../openapi.json'), 'utf8');
    const broken = text.replace('#/components/schemas/SessionPage', '#/components/schemas/Gone');
    await writeFile(join(folder, 'openapi.json'), broken);
    expect(await lint(join(folder, 'openapi.json'))).toContain('no-unresolved-refs');
  } finally {
    await rm(folder, { recursive: true });
  }
});
