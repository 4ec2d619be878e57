import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openReleaseRepository } from './testing/open-release-repository.ts';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const document = readFileSync(join(packageFolder, 'openapi.json'), 'utf8');
const TAG = '@field-inspection/sdk@1.0.0';

let repository: ReturnType<typeof openReleaseRepository>;
beforeEach(() => {
  repository = openReleaseRepository();
  const copy = join(repository.root, 'packages/openapi');
  mkdirSync(copy, { recursive: true });
  for (const name of ['src', 'package.json', 'redocly.yaml']) {
    cpSync(join(packageFolder, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(packageFolder, 'node_modules'), join(copy, 'node_modules'));
  repository.write('.changeset/config.json', '{}');
  repository.commit({ document, sdkVersion: '1.0.0', tag: TAG });
});
afterEach(() => repository.close());

const check = () =>
  promisify(execFile)(process.execPath, [join(repository.root, 'packages/openapi/src/check-breaking.ts')], {
    timeout: 60_000,
  }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );

const change = (edit: (schema: { properties: Record<string, unknown> }) => void) => {
  const changed = JSON.parse(document) as {
    components: { schemas: { Session: { properties: Record<string, unknown> } } };
  };
  edit(changed.components.schemas.Session);
  repository.write('packages/openapi/openapi.json', JSON.stringify(changed));
};

test('an added field passes', async () => {
  change(({ properties }) => (properties['weather'] = { type: 'string' }));
  expect(await check()).toEqual({
    code: 0,
    stdout: `openapi.json breaks nothing that ${TAG} promised.\n`,
    stderr: '',
  });
});

test('a removed field fails, is named, and passes once a changeset declares it', async () => {
  change(({ properties }) => delete properties['notes']);

  const undeclared = await check();
  expect(undeclared.code).toBe(1);
  expect(undeclared.stdout).toContain(TAG);
  expect(undeclared.stdout).toContain('`notes` of `Session` was removed');
  expect(undeclared.stderr).toContain('pnpm changeset');

  repository.write('.changeset/drop-notes.md', `---\n'@field-inspection/sdk': major\n---\n\nNo notes.\n`);
  const declared = await check();
  expect(declared).toMatchObject({ code: 0, stderr: '' });
  expect(declared.stdout).toContain('Declared in .changeset/drop-notes.md.');
});
