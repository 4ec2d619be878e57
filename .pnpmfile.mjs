/**
 * What is packed has no use for what builds it: scripts would not run, and devDependencies name packages of the
 * workspace that no registry has.
 */
export const hooks = {
  beforePacking: ({ scripts: _scripts, devDependencies: _devDependencies, ...manifest }) => manifest,
};
