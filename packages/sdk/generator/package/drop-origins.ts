import type { Options } from 'tsup';

/**
 * Leaves the line out by which the bundler names the source of what follows: those files are not in the
 * package, and the lines would take 16 kB of it.
 */
export const dropOrigins: NonNullable<Options['plugins']>[number] = {
  name: 'drop origins',
  renderChunk: (code) => ({ code: code.replaceAll(/^\/\/ (?:src|(?:\.\.\/)+\w+\/src)\/\S+\.ts\n/gm, '') }),
};
