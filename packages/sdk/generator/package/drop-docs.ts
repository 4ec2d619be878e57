import { readFile } from 'node:fs/promises';
import type { Options } from 'tsup';

/**
 * Leaves the docs of operations out of the builds: they stand in the declarations, where editors read
 * them, and would take a third of the client's build once more.
 */
export const dropDocs: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'drop docs',
  setup: ({ onLoad }) =>
    onLoad({ filter: /src[/\\]resources[/\\][a-z-]+\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return { contents: source.replaceAll(/^ *\/\*\*[^]*?\*\/\n/gm, ''), loader: 'ts' };
    }),
};
