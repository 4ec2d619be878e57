import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Context } from '../../../context.ts';
import { SDK_PAGES, titleOf, type Document } from './document.ts';

const PROGRAM = fileURLToPath(new URL('../build-sdk-pages.ts', import.meta.url));

// Milliseconds; on a free processor it takes 5 seconds.
const DEADLINE_MS = 300_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** A process of its own makes the reference at the first request. It tries once: all other pages go on without it. */
export const readSdkDocuments = (context: Pick<Context, 'log'>): Promise<readonly Document[]> =>
  (documents ??= makeDocuments().catch((error: unknown) => {
    context.log.error({ err: error }, 'the reference of the SDK could not be made');
    return [];
  }));

// Read once: they change with the release only.
let documents: Promise<readonly Document[]> | undefined;

const makeDocuments = async (): Promise<Document[]> => {
  // The process gets no environment of the server's, which may hold master keys.
  const limits = { env: {}, timeout: DEADLINE_MS, maxBuffer: MAX_BYTES };
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], limits);
  return Object.entries(JSON.parse(stdout) as Record<string, string>).map(([name, source]) => {
    const file = `docs/sdk/${name}`;
    const path = file.replace(/\.md$/, '');
    return { path, shelf: SDK_PAGES, title: titleOf(source, path), file, source };
  });
};
