import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The field application as it was built; what is named has its content's hash in its name. */
export type FieldBuild = {
  /** Those of the first load. */
  script: string;
  style: string;
  /** By their names in assets/. */
  files: Map<string, Buffer>;
  /** The script of the service worker, which awaits the names of what it keeps. */
  worker: string;
};

type Manifest = Record<string, { file: string; css?: string[] }>;

const ENTRY = 'src/main.tsx';
const WORKER = 'src/worker/worker.ts';
const BASE_SHEET = fileURLToPath(new URL('../../http/pages/static/page-base.css', import.meta.url));

let build: FieldBuild | undefined;

/** Read once: a new build is met by a new start. */
export const readFieldBuild = (): FieldBuild => (build ??= readBuild());

/** The next reader reads the build anew: script/dev has made another. */
export const forgetFieldBuild = (): void => {
  build = undefined;
};

const readBuild = (): FieldBuild => {
  const { folder, manifest } = readManifest();
  const entry = manifest[ENTRY]!;
  const own = entry.css ?? [];
  // One sheet for the first load: on a bad network each request costs more than what it brings.
  const sheet = [BASE_SHEET, ...own.map((name) => join(folder, name))].map((path) =>
    readFileSync(path, 'utf8'),
  );
  const style = `main-${createHash('sha256').update(sheet.join('\n')).digest('base64url').slice(0, 8)}.css`;
  const names = Object.entries(manifest)
    .filter(([source]) => source !== WORKER)
    .flatMap(([, { file, css = [] }]) => [file, ...css])
    .filter((name) => !own.includes(name));
  const files = new Map(
    names.map((name) => [name.replace('assets/', ''), readFileSync(join(folder, name))] as const),
  );
  files.set(style, Buffer.from(sheet.join('\n')));
  return {
    script: entry.file.replace('assets/', ''),
    style,
    files,
    worker: readFileSync(join(folder, manifest[WORKER]!.file), 'utf8'),
  };
};

const readManifest = (): { folder: string; manifest: Manifest } => {
  try {
    const path = createRequire(import.meta.url).resolve('@field-inspection/field/dist/manifest.json');
    return { folder: dirname(path), manifest: JSON.parse(readFileSync(path, 'utf8')) as Manifest };
  } catch (cause) {
    throw new Error('the field application is not built: start with script/server, or run pnpm gen', {
      cause,
    });
  }
};
