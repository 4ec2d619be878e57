import { readFile } from 'node:fs/promises';
import type { Options } from 'tsup';

/**
 * Docs stand in the declarations, where editors read them; in the builds they would take up to half of the size once
 * more.
 */
export const dropDocs: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'drop docs',
  setup: ({ onLoad }) =>
    onLoad({ filter: /(sdk|evidence)[/\\]src[/\\].+\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return { contents: source.replaceAll(/^ *\/\*\*[^]*?\*\/\n/gm, ''), loader: 'ts' };
    }),
};

/** The bundler names each part's source. Those files are not in the package, and the lines would take 16 kB. */
export const dropOrigins: NonNullable<Options['plugins']>[number] = {
  name: 'drop origins',
  renderChunk: (code) => ({ code: code.replaceAll(/^\/\/ (?:src|(?:\.\.\/)+\w+\/src)\/\S+\.ts\n/gm, '') }),
};
