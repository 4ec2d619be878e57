import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Context } from '../../../context.ts';
import { IS_BUILT, locateFile } from '../../../paths.ts';
import { SDK_PAGES, titleOf, type Document } from './document.ts';

const PROGRAM = fileURLToPath(locateFile('features/reading/build-sdk-pages.ts'));

/** script/build-server writes it. */
export const BUILT_SDK_PAGES = 'features/reading/built/sdk.json';

// Milliseconds; on a free processor it takes 5 seconds.
const DEADLINE_MS = 300_000;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * A build has the reference. In a checkout a process of its own makes it at the first request. It tries once: all other
 * pages go on without it.
 */
export const readSdkDocuments = (context: Pick<Context, 'log'>): Promise<readonly Document[]> =>
  (documents ??= makeDocuments().catch((error: unknown) => {
    context.log.error({ err: error }, 'the reference of the SDK could not be made');
    return [];
  }));

// Read once: they change with the release only.
let documents: Promise<readonly Document[]> | undefined;

const makeDocuments = async (): Promise<Document[]> => {
  const pages = IS_BUILT ? await readFile(locateFile(BUILT_SDK_PAGES), 'utf8') : await runProgram();
  return Object.entries(JSON.parse(pages) as Record<string, string>).map(([name, source]) => {
    const file = `docs/sdk/${name}`;
    const path = file.replace(/\.md$/, '');
    return { path, shelf: SDK_PAGES, title: titleOf(source, path), file, source };
  });
};

const runProgram = async (): Promise<string> => {
  // The process gets no environment of the server's, which may hold master keys.
  const limits = { env: {}, timeout: DEADLINE_MS, maxBuffer: MAX_BYTES };
  return (await promisify(execFile)(process.execPath, [PROGRAM], limits)).stdout;
};
