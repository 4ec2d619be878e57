/** Cache of one version and language of the files, with the pages that ask for them. */
export type Kept = { name: string; pages: readonly string[] };

/** Versions and languages that are kept: a phone has little room. */
const MAX_KEPT = 8;

/**
 * The caches that may go. The first is the one in use, and those behind it were made before: each stays while it has a
 * page that none before it has, since that page asks for its files.
 */
export const listOutdated = (newestFirst: readonly Kept[]): string[] => {
  const known = new Set<string>();
  let kept = 0;
  const outdated: string[] = [];
  for (const [position, { name, pages }] of newestFirst.entries()) {
    const isNeeded = position === 0 || pages.some((page) => !known.has(page));
    if (isNeeded && kept < MAX_KEPT) {
      kept += 1;
      for (const page of pages) known.add(page);
    } else outdated.push(name);
  }
  return outdated;
};
