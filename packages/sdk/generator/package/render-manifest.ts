interface Root {
  readonly license?: string;
  readonly homepage?: string;
  readonly repository?: { readonly type: string; readonly url: string };
}

/**
 * Takes licence, homepage and repository from the root's package.json, if it has them: a missing link is better than a
 * dead one.
 */
export function renderManifest<M extends object>(manifest: M, root: Root): M & Root {
  const { license, homepage, repository } = root;
  const shared = {
    license,
    homepage,
    repository: repository && { ...repository, directory: 'packages/sdk' },
  };
  const told = Object.entries({ ...manifest, ...shared }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(told) as M & Root;
}
