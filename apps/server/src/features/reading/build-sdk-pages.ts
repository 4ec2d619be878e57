import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sdk from '../../../../../packages/sdk/package.json' with { type: 'json' };

/*
 * Makes the SDK's reference from its code: a page of Markdown for each class, function and type. It is a program of its
 * own, since TypeDoc and the compiler take 5 seconds and 500 MB. It prints the pages as JSON, and keeps them for as
 * long as the sources stay the same.
 */

const KEPT = fileURLToPath(new URL('./built/sdk/', import.meta.url));
const fileOf = (path: string) =>
  fileURLToPath(new URL(`../../../../../packages/sdk/${path}`, import.meta.url));

const printPages = async (): Promise<void> => {
  const file = join(KEPT, `${await hashSources()}.json`);
  process.stdout.write((await readFile(file, 'utf8').catch(() => undefined)) ?? (await makePages(file)));
};

const hashSources = async (): Promise<string> => {
  const sources = (await readdir(fileOf('src'), { recursive: true }))
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|testing\//.test(name))
    .sort()
    .map((name) => fileOf(`src/${name}`));
  const hash = createHash('sha256');
  for (const file of [...sources, import.meta.filename]) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
};

const makePages = async (file: string): Promise<string> => {
  // The lowest priority: the service answers its requests first.
  setPriority(19);
  const out = await mkdtemp(join(tmpdir(), 'sdk-reference-'));
  try {
    await runTypeDoc(out);
    const pages = JSON.stringify(await readPages(out));
    // The service's folders may be read-only: each process then makes its own pages once.
    await keepPages(file, pages).catch(() => {});
    return pages;
  } finally {
    await rm(out, { recursive: true, force: true });
  }
};

const runTypeDoc = async (out: string): Promise<void> => {
  const { Application } = await import('typedoc');
  const options = {
    plugin: ['typedoc-plugin-markdown'],
    name: sdk.name,
    entryPoints: Object.values(sdk.exports).map(fileOf),
    tsconfig: fileOf('tsconfig.json'),
    out,
    readme: 'none',
    outputFileStrategy: 'members',
    entryFileName: 'index',
    hidePageHeader: true,
    hideBreadcrumbs: true,
    hideGroupHeadings: false,
    disableSources: true,
    disableGit: true,
    excludePrivate: true,
    excludeInternal: true,
    // Another check compiles the types.
    skipErrorChecking: true,
    logLevel: 'Error' as const,
  };
  const app = await Application.bootstrapWithPlugins(options);
  const project = await app.convert();
  if (!project) throw new Error('TypeDoc could not read packages/sdk');
  await app.generateOutputs(project);
};

const readPages = async (out: string): Promise<Record<string, string>> => {
  const names = (await readdir(out, { recursive: true })).filter((name) => name.endsWith('.md')).sort();
  const pages = names.map(async (name) => [name, await readFile(join(out, name), 'utf8')] as const);
  return Object.fromEntries(await Promise.all(pages));
};

const keepPages = async (file: string, pages: string): Promise<void> => {
  await mkdir(KEPT, { recursive: true });
  const before = await readdir(KEPT);
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, pages);
  await rename(unfinished, file);
  for (const name of before) {
    const old = join(KEPT, name);
    if (old !== file) await rm(old, { recursive: true, force: true });
  }
};

await printPages();
