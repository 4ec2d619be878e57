import { readFile } from 'node:fs/promises';
import type { Options } from 'tsup';

/**
 * Leaves the docs out of the builds: they stand in the declarations, where editors read them, and would take
 * up to a half of some builds once more.
 */
export const dropDocs: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'drop docs',
  setup: ({ onLoad }) =>
    onLoad({ filter: /(sdk|evidence)[/\\]src[/\\].+\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return { contents: source.replaceAll(/^ *\/\*\*[^]*?\*\/\n/gm, ''), loader: 'ts' };
    }),
};

/**
 * Leaves the line out by which the bundler names the source of what follows: those files are not in the
 * package, and the lines would take 16 kB of it.
 */
export const dropOrigins: NonNullable<Options['plugins']>[number] = {
  name: 'drop origins',
  renderChunk: (code) => ({ code: code.replaceAll(/^\/\/ (?:src|(?:\.\.\/)+\w+\/src)\/\S+\.ts\n/gm, '') }),
};
