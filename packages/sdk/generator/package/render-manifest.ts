interface Root {
  readonly license?: string;
  readonly homepage?: string;
  readonly repository?: { readonly type: string; readonly url: string };
}

/**
 * The package's own package.json with the licence, the homepage and the repository of the root's, and
 * without those that it does not have: a link to nowhere is worse than none.
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
