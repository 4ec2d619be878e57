import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '@field-inspection/server/testing/find-free-port';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { copyTree, ROOT } from './copy-tree.ts';

const SESSIONS = 'packages/contract/src/sessions/sessions.ts';

let tree: string;
let remove: () => Promise<void>;
let dev: ChildProcess;
let baseUrl: string;

// The test changes the contract, which other tests use, so it works on a copy.
beforeAll(async () => {
  ({ tree, remove } = await copyTree());
  const port = await findFreePort();
  baseUrl = `http://127.0.0.1:${port}`;
  const { PATH, HOME } = process.env;
  dev = spawn('script/dev', {
    cwd: tree,
    env: { PATH, HOME, PORT: String(port), DATA_DIR: join(tree, '.data') },
    stdio: 'ignore',
    detached: true,
  });
});

afterAll(async () => {
  const ended = new Promise((done) => dev.once('close', done));
  // Ctrl-C signals the whole group.
  process.kill(-dev.pid!, 'SIGINT');
  await ended;
  await remove();
});

const untilServed = (text: string) =>
  vi.waitUntil(
    async () => {
      const response = await fetch(`${baseUrl}/v1/openapi.json`).catch(() => undefined);
      return (await response?.text())?.includes(text);
    },
    { timeout: 60_000, interval: 50 },
  );

test('script/dev: a change of the contract reaches the document, the client and the server by itself', async () => {
  await untilServed('"openapi"');
  const file = join(tree, SESSIONS);
  const source = await readFile(file, 'utf8');
  const summary = /summary: '([^']+)'/.exec(source)![1]!;
  const changed = `${summary}, as it was changed`;
  await writeFile(file, source.replace(`summary: '${summary}'`, `summary: '${changed}'`));
  await untilServed(changed);
  const client = join(tree, 'packages/sdk/src/resources/sessions.ts');
  await vi.waitUntil(async () => (await readFile(client, 'utf8')).includes(changed), { timeout: 30_000 });
});

const readFirstScript = async (): Promise<string> => {
  const page = await (await fetch(`${baseUrl}/join/x`)).text();
  const [path] = /assets\/main-[\w-]+\.js/.exec(page)!;
  return (await fetch(`${baseUrl}/join/${path}`)).text();
};

test('script/dev: a change of the field application is seen when its page is loaded again, and so is the next one', async () => {
  await untilServed('"openapi"');
  const file = join(tree, 'apps/field/src/main.tsx');
  const source = await readFile(file, 'utf8');
  for (const word of ['first change', 'second change']) {
    await writeFile(file, `${source}\nconsole.info('${word}');\n`);
    await vi.waitUntil(async () => (await readFirstScript().catch(() => '')).includes(word), {
      timeout: 60_000,
      interval: 50,
    });
  }
});

const NEW_ROUTE = `
    peek: {
      method: 'GET',
      path: '/sessions/:session_id/peek',
      summary: 'Peek at a session',
      description: 'A route that nobody has built.',
      pathParams: SessionParams,
      responses: { 200: Session },
      metadata: readPolicy('sessions:read'),
    },
    get: {`;

const TSC = join(ROOT, 'node_modules/typescript-7/bin/tsc');

const compile = (project: string): Promise<string> =>
  promisify(execFile)(process.execPath, [TSC, '--noEmit', '-p', project], { cwd: tree }).then(
    () => 'no error',
    ({ stdout }: { stdout: string }) => stdout.split('\n').slice(0, 2).join('\n'),
  );

test('a route that only the contract has: the first error of the compiler names the file and what it lacks', async () => {
  const file = join(tree, SESSIONS);
  const source = await readFile(file, 'utf8');
  await writeFile(file, source.replace('\n    get: {', NEW_ROUTE));
  const rules = join(tree, 'packages/sdk/src/fake/contract/routes.ts');
  await vi.waitUntil(async () => (await readFile(rules, 'utf8')).includes('sessions.peek'), {
    timeout: 30_000,
  });
  expect(await compile('apps/server')).toMatch(/^apps\/server\/src\/routes\.ts[^]*'peek' is missing/);
  expect(await compile('packages/sdk')).toMatch(
    /^packages\/sdk\/src\/fake\/sessions\/session-handlers\.ts[^]*'"sessions\.peek"' is missing/,
  );
});
