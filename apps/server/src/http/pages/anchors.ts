/**
 * Gives each heading of a document its anchor, as GitHub does, so that links lead to the same heading in both. A code
 * is its own anchor, dots and all: problems link to it.
 *
 * @example
 * const anchorOf = createAnchors();
 * anchorOf('What to do?'); // 'what-to-do'
 * anchorOf('What to do?'); // 'what-to-do-1'
 */
export const createAnchors = (): ((heading: string) => string) => {
  const counts = new Map<string, number>();
  return (heading) => {
    const anchor = makeAnchor(heading);
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  };
};

const makeAnchor = (heading: string): string =>
  CODE.test(heading)
    ? heading
    : heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-');

const CODE = /^[a-z_]+(\.[a-z_]+)+$/;
