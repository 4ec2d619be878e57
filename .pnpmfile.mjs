import { readFileSync } from 'node:fs';

const { bugs, homepage, repository } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
);

/**
 * What is packed has no use for what builds it: scripts would not run, and devDependencies name packages of the
 * workspace that no registry has. Where the project is, and where its faults are told, the root's package.json says for
 * all.
 */
export const hooks = {
  beforePacking: ({ scripts: _scripts, devDependencies: _devDependencies, ...manifest }) => ({
    ...manifest,
    ...(bugs && { bugs }),
    ...(homepage && { homepage }),
    ...(repository && {
      repository: { ...repository, directory: `packages/${manifest.name.split('/').at(-1)}` },
    }),
  }),
};
