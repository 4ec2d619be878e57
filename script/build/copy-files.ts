import { execFile } from 'node:child_process';
import { globSync, realpathSync, statSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { BUILT_SDK_PAGES } from '../../apps/server/src/features/reading/documents/read-sdk-documents.ts';
import { ROOT } from './root.ts';

/** They have the same place in a build. */
const FILES = [
  '.env.example',
  'LICENSE',
  'README.md',
  'THIRD-PARTY-NOTICES.txt',
  '.changeset/*',
  'apps/server/src/{features,http}/**/*.{css,js,json,svg,typ}',
  'docs/**/*.md',
  'operations/**/*',
  'packages/openapi/{arazzo.yaml,openapi.json}',
  'packages/sdk/{CHANGELOG,README}.md',
  // The samples of the reference stand in the docstrings.
  'packages/sdk/src/resources/**/*.ts',
  'prisma/functions/*.sql',
  'prisma/migrations/*/migration.sql',
];

/** The server reads these of packages, and does not run them. */
const FILES_OF_PACKAGES: Record<string, string[]> = {
  '@expo-google-fonts/noto-sans': ['{400Regular,600SemiBold}/*.ttf'],
  '@expo-google-fonts/noto-sans-arabic': ['{400Regular,600SemiBold}/*.ttf'],
  '@expo-google-fonts/noto-sans-hebrew': ['{400Regular,600SemiBold}/*.ttf'],
  '@expo-google-fonts/noto-sans-mono': ['400Regular/*.ttf'],
  '@field-inspection/console': ['dist/**/*.{css,js,json}', 'src/catalogues/*.json'],
  '@field-inspection/pages': ['dist/**/*.{css,js,json,svg,woff2}', 'src/*/catalogues/*.json'],
  '@scalar/api-reference': ['dist/browser/standalone.js'],
  minisearch: ['dist/es/index.js'],
};

export const copyFiles = async (folder: string): Promise<void> => {
  await copyAll(FILES, { from: ROOT, to: folder });
  for (const [name, files] of Object.entries(FILES_OF_PACKAGES)) {
    const from = realpathSync(join(ROOT, 'apps/server/node_modules', name));
    await copyAll(['package.json', 'LICENSE*', ...files], { from, to: join(folder, 'node_modules', name) });
  }
  const pages = join(folder, 'apps/server/src', BUILT_SDK_PAGES);
  await mkdir(dirname(pages), { recursive: true });
  await writeFile(pages, await makeSdkPages());
};

const copyAll = async (patterns: string[], { from, to }: { from: string; to: string }): Promise<void> => {
  for (const pattern of patterns) {
    const found = globSync(pattern, { cwd: from, exclude: ['**/testing/**', '**/built/**'] });
    const files = found.filter((file) => statSync(join(from, file)).isFile());
    if (files.length === 0 && !OPTIONAL.has(pattern)) throw new Error(`${from} has no ${pattern}`);
    for (const file of files) {
      await mkdir(dirname(join(to, file)), { recursive: true });
      await copyFile(join(from, file), join(to, file));
    }
  }
};

/** A package of ours has the project's. */
const OPTIONAL = new Set(['LICENSE*']);

const makeSdkPages = async (): Promise<string> => {
  const program = join(ROOT, 'apps/server/src/features/reading/build-sdk-pages.ts');
  return (await promisify(execFile)(process.execPath, [program], { maxBuffer: 64 * 1024 * 1024 })).stdout;
};
