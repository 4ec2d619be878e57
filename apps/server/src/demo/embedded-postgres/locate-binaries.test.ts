import { chmod, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findPostgresUser, runAsUser, type ProcessUser } from './postgres-user.ts';
import { locateBinaries } from './locate-binaries.ts';

const isRoot = process.getuid?.() === 0;

let root: string;
let closed: string;
let user: ProcessUser | null;
let lines: string[];

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'locate-binaries-'));
  await chmod(root, 0o755);
  user = await findPostgresUser(root);
  lines = [];
  const { postgres } = await locateBinaries({ user: null, log: () => undefined, sharedDirs: [] });
  closed = path.join(root, 'home/package');
  await mkdir(path.join(root, 'home'), { mode: 0o700 });
  await cp(path.resolve(postgres, '../../..'), closed, { recursive: true, verbatimSymlinks: true });
});

afterAll(() => rm(root, { recursive: true, force: true }));

it('makes the links that an install script would have made', async () => {
  const lib = path.join(closed, 'native/lib');
  for (const name of await readdir(lib))
    if (/^libicu\w+\.so(\.60)?$/.test(name)) await rm(path.join(lib, name));
  const { postgres } = await locateBinaries({ user: null, ...options() });
  expect(postgres).toBe(path.join(closed, 'native/bin/postgres'));
  expect((await runAsUser({ file: postgres, args: ['--version'], user: null })).succeeded).toBe(true);
});

it.runIf(isRoot)('runs from a copy, made once, when the user cannot reach the package', async () => {
  const first = await locateBinaries({ user, ...options() });
  const second = await locateBinaries({ user, ...options() });
  expect(second).toEqual(first);
  expect(first.postgres).toContain(path.join(root, 'shared/postgresql-18.'));
  expect(await readdir(path.join(root, 'shared'))).toHaveLength(1);
  expect(lines[0]).toContain(`can't reach ${closed}`);
  expect((await runAsUser({ file: first.initdb, args: ['--version'], user })).succeeded).toBe(true);
});

it.runIf(isRoot)('takes several that copy at once', async () => {
  await rm(path.join(root, 'shared'), { recursive: true, force: true });
  const found = await Promise.all([1, 2, 3].map(() => locateBinaries({ user, ...options() })));
  expect(new Set(found.map(({ postgres }) => postgres)).size).toBe(1);
  expect(await readdir(path.join(root, 'shared'))).toHaveLength(1);
});

it('says what to do where PostgreSQL does not run', async () => {
  await rm(path.join(closed, 'native/bin/postgres'));
  await expect(locateBinaries({ user: null, ...options() })).rejects.toThrow('Set DATABASE_URL');
});

function options() {
  return {
    packageDir: closed,
    sharedDirs: [path.join(root, 'shared')],
    log: (line: string) => lines.push(line),
  };
}
