import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** A script for a page of the test, of one file of the workspace and all that it imports. */
export const bundlePage = async (path: string, globalName?: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../../${path}`, import.meta.url))],
    bundle: true,
    format: 'iife',
    ...(globalName && { globalName }),
    jsx: 'automatic',
    jsxImportSource: 'preact',
    outdir: 'nowhere',
    write: false,
  });
  return outputFiles.find(({ path: name }) => name.endsWith('.js'))!.text;
};
