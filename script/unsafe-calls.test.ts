import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Code that runs on servers, phones and other people's machines; no tests, and no generated code. */
const SOURCES = globSync('{apps,packages}/*/src/**/*.{ts,tsx,js,html}', { cwd: ROOT })
  .filter((path) => !/\.test\.|\.test-d\.|\/testing\/|\/built\/|\/platform\/prisma\//.test(path))
  .map((path) => ({ path, source: readFileSync(join(ROOT, path), 'utf8') }));

const listFilesWith = (pattern: RegExp): string[] =>
  SOURCES.filter(({ source }) => pattern.test(source)).map(({ path }) => path);

it('there are sources to look at, of every application', () => {
  expect(SOURCES.length).toBeGreaterThan(1_000);
  for (const part of [
    'apps/console/src/',
    'apps/field/src/',
    'apps/pages/src/',
    'apps/server/src/',
    'packages/sdk/src/',
    'packages/ui/src/',
  ])
    expect(listFilesWith(/import/).some((path) => path.startsWith(part))).toBe(true);
});

it('no source makes code of a text', () => {
  expect(listFilesWith(/\beval\(|\bFunction\(|node:vm\b|\bset(Timeout|Interval)\(\s*['"`]/)).toEqual([]);
});

it('no source hands a browser a text as markup', () => {
  const sinks =
    /\.(innerHTML|outerHTML|srcdoc)\s*\+?=[^=]|\b(insertAdjacentHTML|setHTMLUnsafe|createContextualFragment)\(|document\.write|dangerouslySetInnerHTML/;
  expect(listFilesWith(sinks)).toEqual([]);
});

it('no source runs a program by way of a shell', () => {
  const runs = listFilesWith(/node:child_process/);
  expect(runs.length).toBeGreaterThan(1);
  const byShell = /import \{[^}]*\bexec(Sync)?\b[^}]*\} from 'node:child_process'|\bshell: (true|['"])/;
  expect(listFilesWith(byShell)).toEqual([]);
});

it('no source gives PostgreSQL a text as a statement', () => {
  expect(listFilesWith(/\$(query|execute)RawUnsafe/)).toEqual([]);
});

it('what is sealed is sealed in one place, and no source encrypts by RSA', () => {
  expect(listFilesWith(/\bcreateCipheriv\(/)).toEqual(['apps/server/src/platform/secrets/keyring.ts']);
  expect(listFilesWith(/\b(public|private)(En|De)crypt\b|\bsubtle\.(en|de)crypt\b/)).toEqual([]);
});

it('no source takes a peer for whom its certificate does not name', () => {
  expect(listFilesWith(/rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED\W{0,3} = /)).toEqual([]);
});

it('only the template and what escapes by itself make markup', () => {
  expect(listFilesWith(/\bmarkup: /).sort()).toEqual(
    [
      'features/branding/exports/describe-brand.ts',
      'features/join-page/render-join-page.ts',
      'http/pages/code-block.ts',
      'http/pages/html.ts',
      'http/pages/render-markdown.ts',
    ].map((path) => `apps/server/src/${path}`),
  );
});
