import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { listRoutes } from '@field-inspection/contract';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installRuntimes, NODE_VERSIONS, TYPESCRIPT_VERSIONS } from '../../consumers/install-runtimes.ts';
import { openProject, type Project } from '../../consumers/open-project.ts';
import { packSdk } from '../../consumers/pack-sdk.ts';
import { writeBundleFiles } from '../../consumers/write-bundle-files.ts';
import { writeReportFiles } from '../../consumers/write-report-files.ts';
import manifest from '../../package.json' with { type: 'json' };
import { bundle, bundleCore, gzipSize } from '../testing/bundle.ts';

// The only list of entries: a new one is tested by being in it.
const SUBPATHS = Object.keys(manifest.exports);
const ENTRIES = SUBPATHS.map((subpath) => manifest.name + subpath.slice(1));

const OPERATIONS = listRoutes().filter(({ policy }) => policy.public && policy.auth === 'credential').length;

const projects = new Map<string, Promise<Project>>();

let folder: string;
let tarball: string;
let files: Awaited<ReturnType<typeof writeBundleFiles>>;
let reports: Awaited<ReturnType<typeof writeReportFiles>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdk-package-'));
  files = await writeBundleFiles(folder);
  reports = await writeReportFiles(await mkdtemp(join(folder, 'reports-')));
  await installRuntimes();
  tarball = await packSdk(folder);
});
afterAll(() => rm(folder, { recursive: true }));

describe('the packed package', () => {
  it('gives publint nothing to say', async () => {
    const { buffer } = new Uint8Array(await readFile(tarball));
    const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
    expect(messages).toEqual([]);
    expect(Object.keys(pkg['exports'] as object)).toEqual(SUBPATHS);
  });

  it('says nothing of how it is built', async () => {
    const installed = await findInstalled('24');
    const packed = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as object;
    expect(Object.keys(packed).filter((field) => /^scripts$|dependencies$/i.test(field))).toEqual([]);
    expect(packed).toMatchObject({
      name: manifest.name,
      version: manifest.version,
      bin: { 'field-inspection': './dist/cli.js' },
    });
  });

  it('gives attw no problem: each entry has the right types, however it is resolved', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(await readFile(tarball)));
    if (!analysis.types) throw new Error('it has no types');
    expect(analysis.problems).toEqual([]);
    const typed = Object.entries(analysis.entrypoints).map(([subpath, { resolutions }]) => {
      const kinds = Object.entries(resolutions).filter(([, { resolution }]) => resolution?.isTypeScript);
      return [subpath, kinds.map(([kind]) => kind)];
    });
    const kinds = ['node10', 'node16-cjs', 'node16-esm', 'bundler'];
    expect(typed).toEqual(SUBPATHS.map((subpath) => [subpath, kinds]));
  });

  it('has a LICENSE that names Apache-2.0 by its SPDX id, a CHANGELOG, and a README without dead links', async () => {
    const installed = await findInstalled('24');
    const read = (name: string) => readFile(join(installed, name), 'utf8');
    const license = await read('LICENSE');
    expect(license.split('\n')[0]).toBe('SPDX-License-Identifier: Apache-2.0');
    expect(license).toContain('TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION');
    expect(license).toBe(await readFile(join(import.meta.dirname, '../../../../LICENSE'), 'utf8'));
    const packed = JSON.parse(await read('package.json')) as Record<string, unknown>;
    expect(packed).toMatchObject({ license: 'Apache-2.0' });
    expect(await read('CHANGELOG.md')).toMatch(/^# @field-inspection\/sdk\n/);
    expect(listDeadLinks(await read('README.md'))).toEqual([]);
    expect(listDeadLinks('[a](docs/a.md) [b](#none) [c](http://c.example)\n## One')).toHaveLength(3);
  });

  it('is readable: nothing is minified, and classes and functions keep their names', async () => {
    const installed = await findInstalled('24');
    const builds = (await readdir(join(installed, 'dist'))).filter((name) => /js$/.test(name));
    for (const name of builds) {
      const code = await readFile(join(installed, 'dist', name), 'utf8');
      expect([name, code.length / code.split('\n').length < 60]).toEqual([name, true]);
      // Sources are not in the package, so links to them would be dead.
      expect(code).not.toMatch(/^\/\/ \S*src\/\S+\.ts$/m);
    }
    const { run } = await projectWith('24');
    const { entries } = (await run('probe-entries', { module: 'esm', args: ENTRIES })) as Probe;
    for (const { entry, renamed } of entries) expect([entry, renamed]).toEqual([entry, []]);
  });

  it('names no file of ours in its code: 17 kB that nobody needs', async () => {
    const installed = await findInstalled('24');
    const builds = (await readdir(join(installed, 'dist'))).filter((name) => /js$/.test(name));
    for (const name of builds) {
      expect(await readFile(join(installed, 'dist', name), 'utf8')).not.toMatch(
        /^\/\/ (src|\.\.)\/\S+\.ts$/m,
      );
    }
  });

  it('takes at most 1.5 MB, less than any rival that does the whole, and has its builds, their types and its documents only', async () => {
    const installed = await findInstalled('24');
    const found = await readdir(installed, { recursive: true, withFileTypes: true });
    const files = found
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(1_500_000);
    const names = files.map((file) => relative(installed, file));
    const others = names.filter((name) => !/^dist\/[^/]+\.(js|cjs|d\.ts|d\.cts)$/.test(name));
    expect(others.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
  });

  it.each(SUBPATHS)('%s imported for nothing leaves nothing in a bundle', async (subpath) => {
    expect((await bundle('', await findBuild(subpath))).trim()).toBe('');
  });

  it('costs a bundle what the README says: 1.4 kB for verifyWebhook, 8.92 kB for the client and 25 B for each operation', async () => {
    const verifier = await bundle('verifyWebhook', await findBuild('./webhooks'));
    expect(gzipSize(verifier)).toBeLessThanOrEqual(1400);
    const client = gzipSize(await bundle('FieldInspection', await findBuild('.')));
    const core = gzipSize(await bundleCore());
    expect(core).toBeLessThanOrEqual(8920);
    expect((client - core) / OPERATIONS).toBeLessThanOrEqual(25);
  });
});

describe.each(NODE_VERSIONS)('under Node.js %s', (node) => {
  const runtime = expect.stringMatching(`^v${node}\\.`) as string;

  it('installs by npm without network, hence without any other package', async () => {
    const installed = join((await projectWith(node)).folder, 'node_modules');
    const scopes = await readdir(installed);
    expect(scopes.filter((name) => !name.startsWith('.'))).toEqual(['@field-inspection']);
    expect(await readdir(join(installed, '@field-inspection'))).toEqual(['sdk']);
  });

  it.each(['esm', 'cjs'] as const)('a program as %s calls, lists, retries, receives', async (module) => {
    const { run } = await projectWith(node);
    expect(await run('use-sdk', { module })).toEqual({
      runtime,
      listed: ['third', 'second', 'first'],
      ended: 'closed',
      failure: 500,
      missing: 'not_found',
      handled: ['told'],
      refused: 1,
      verified: ['session.created', 'session.created'],
      answers: [204, 400],
    });
  });

  it.each(['esm', 'cjs'] as const)('a program as %s verifies a bundle', async (module) => {
    const { run } = await projectWith(node);
    expect(await run('verify-bundle', { module, args: [files.bundle, files.roots] })).toEqual({
      runtime,
      verdicts: ['verified', 'intact', 'broken'],
      place: 'bundle.zip',
      code: 'invalid_root',
    });
  });

  it.each(['esm', 'cjs'] as const)('a program as %s verifies a report', async (module) => {
    const { run } = await projectWith(node);
    const args = [reports.report, reports.roots, reports.tsaRoots];
    expect(await run('verify-report', { module, args })).toEqual({
      runtime,
      verdicts: ['trusted', 'untrusted', 'invalid'],
      level: 'B-T',
      place: 'report.pdf',
      code: 'invalid_root',
    });
  });

  it('npx @field-inspection/sdk verify tells a report from a bundle by its first bytes', async () => {
    const { npx } = await projectWith(node);
    const roots = ['--roots', reports.roots, '--tsa-roots', reports.tsaRoots];
    const trusted = await npx(['verify', reports.report, ...roots, '--json']);
    expect(trusted.code).toBe(0);
    expect(JSON.parse(trusted.stdout)).toMatchObject({ verdict: 'trusted', signatures: [{ level: 'B-T' }] });
    const untrusted = await npx(['verify', reports.report]);
    expect([untrusted.code, untrusted.stdout]).toEqual([3, expect.stringContaining('report.pdf: UNTRUSTED')]);
    const invalid = await npx(['verify', reports.tampered, ...roots]);
    expect([invalid.code, invalid.stdout]).toEqual([1, expect.stringContaining('bad place is signature 1')]);
  });

  it('npx @field-inspection/sdk verify gives its verdict on a bundle, and an exit code', async () => {
    const { npx } = await projectWith(node);
    const verified = await npx(['verify', files.bundle, '--roots', files.roots, '--json']);
    expect(verified.code).toBe(0);
    expect(JSON.parse(verified.stdout)).toMatchObject({ verdict: 'verified', fault: null });
    const intact = await npx(['verify', files.bundle]);
    expect([intact.code, intact.stdout]).toEqual([3, expect.stringContaining('bundle.zip: INTACT')]);
    const broken = await npx(['verify', files.tampered]);
    expect([broken.code, broken.stdout]).toEqual([
      1,
      expect.stringContaining(`bad place is ${files.original}`),
    ]);
    expect((await npx(['verify'])).code).toBe(2);
  });

  it('each entry is the same as ES module and as CommonJS, and nothing else can be imported', async () => {
    const { run } = await projectWith(node);
    const probe = (await run('probe-entries', { module: 'esm', args: ENTRIES })) as Probe;
    expect(probe).toMatchObject({ runtime, reachable: [] });
    expect(probe.entries.map(({ entry }) => entry)).toEqual(ENTRIES);
    for (const { esm, cjs, errors, twins } of probe.entries) {
      expect(esm.length).toBeGreaterThan(0);
      expect(cjs).toEqual(esm);
      expect(twins).toEqual(errors);
    }
    expect(probe.entries[0]?.twins).toContain('NotFoundError');
  });
});

type Probe = {
  entries: {
    entry: string;
    esm: string[];
    cjs: string[];
    renamed: string[];
    errors: string[];
    twins: string[];
  }[];
};

describe.each(TYPESCRIPT_VERSIONS)('under TypeScript %s', (typeScript) => {
  const strict = 'a program and all entries pass strict, skipLibCheck off, without DOM';

  it.each(['nodenext', 'bundler'] as const)(`${strict}, resolved as %s`, async (resolution) => {
    const { check } = await projectWith('24');
    expect(await check({ typeScript, resolution, entries: ENTRIES })).toBe('');
  });
});

/** Links must lead to the page's headings or encrypted elsewhere, since the package has no other files. */
function listDeadLinks(page: string): string[] {
  const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(
    ([, heading = '']) =>
      `#${heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-')}`,
  );
  return [...page.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !link.startsWith('https://') && !headings.includes(link));
}

/** Opened by the first test that needs it, so that a failed installation fails a test. */
function projectWith(node: string): Promise<Project> {
  const project = projects.get(node) ?? openProject({ folder: join(folder, `node-${node}`), node, tarball });
  projects.set(node, project);
  return project;
}

async function findBuild(subpath: string): Promise<string> {
  const { default: build } = manifest.publishConfig.exports[subpath as '.'].import;
  return relative(join(import.meta.dirname, '..'), join(await findInstalled('24'), build));
}

const findInstalled = async (node: string) =>
  join((await projectWith(node)).folder, 'node_modules', manifest.name);
