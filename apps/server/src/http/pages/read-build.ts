import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { keepPage } from './keep-page.ts';
import type { Page, PageRoute } from './page.ts';
import { typeOf } from './static-file.ts';

/** The field application and the small pages are built together, and the console by itself. */
export type BuildPart = 'field' | 'pages' | 'console';

const MANIFESTS: Record<BuildPart, string> = {
  field: '@field-inspection/pages/dist/field/manifest.json',
  pages: '@field-inspection/pages/dist/pages/manifest.json',
  console: '@field-inspection/console/dist/manifest.json',
};

/** Each named file has its content's hash in its name. */
export type Build = {
  entries: Map<string, { script: string; sheets: string[] }>;
  files: Map<string, Buffer>;
};

type Chunk = { file: string; name?: string; isEntry?: boolean; css?: string[]; imports?: string[] };
type Manifest = Record<string, Chunk>;

const builds = new Map<BuildPart, Build>();

/** Read once, since a new build comes with a new start. */
export const readBuild = (part: BuildPart): Build => {
  const build = builds.get(part) ?? read(part);
  builds.set(part, build);
  return build;
};

export const forgetBuilds = (): void => builds.clear();

const read = (part: BuildPart): Build => {
  const { folder, manifest } = readManifest(part);
  const chunks = Object.values(manifest);
  const names = new Set(chunks.flatMap(({ file, css = [] }) => [file, ...css]));
  return {
    entries: new Map(
      chunks
        .filter(({ isEntry }) => isEntry)
        .map((chunk) => [chunk.name!, { script: chunk.file, sheets: listSheets(manifest, chunk) }]),
    ),
    files: new Map([...names].map((name) => [name, readFileSync(join(folder, name))])),
  };
};

/** A chunk's sheet overrides those of its imported chunks, and so comes after them. */
const listSheets = (manifest: Manifest, { imports = [], css = [] }: Chunk): string[] => [
  ...new Set([...imports.flatMap((name) => listSheets(manifest, manifest[name]!)), ...css]),
];

const readManifest = (part: BuildPart): { folder: string; manifest: Manifest } => {
  try {
    const path = createRequire(import.meta.url).resolve(MANIFESTS[part]);
    return { folder: dirname(path), manifest: JSON.parse(readFileSync(path, 'utf8')) as Manifest };
  } catch (cause) {
    throw new Error('the pages are not built: start with script/server, or run pnpm gen', { cause });
  }
};

export const keepForBuild = <Made>(part: BuildPart, make: (build: Build) => Made): (() => Made) => {
  let kept: { build: Build; made: Made } | undefined;
  return () => {
    const build = readBuild(part);
    if (kept?.build !== build) kept = { build, made: make(build) };
    return kept.made;
  };
};

/** Browsers keep the files of a build, and `more`. Files of earlier builds are gone. */
export const builtFiles = (
  path: string,
  part: BuildPart,
  more: () => readonly { name: string; bytes: Buffer }[] = () => [],
): PageRoute => {
  const answers = keepForBuild(part, ({ files }) => {
    const built = [...files].map(([name, bytes]) => ({ name, bytes }));
    return new Map(
      [...built, ...more()].map(({ name, bytes }) => [name, keepPage(() => asFile(name, bytes), 'keep')]),
    );
  });
  // The service does not start without its built pages.
  readBuild(part);
  return {
    path: `${path}/assets/:name`,
    answer: (request) => answers().get(`assets/${request.params.name ?? ''}`)?.(request) ?? NO_FILE,
  };
};

export const asFile = (name: string, body: Buffer): Page => ({
  headers: { 'Content-Type': typeOf(name), 'X-Content-Type-Options': 'nosniff' },
  body,
});

const NO_FILE: Page = {
  status: 404,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  body: '',
};
