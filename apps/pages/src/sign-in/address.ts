/* The address of the page: what it asks for, and where it leads. */

const TOKEN = /^[\w-]{43}$/;

type Address = {
  /** Token of a link that signs in; null for a link that is not whole, undefined without one. */
  token: string | null | undefined;
  /** Another page asks that a signed-in member shows once more who they are. */
  isStepUp: boolean;
  /** Where to go on afterwards; undefined: this page is the end. */
  goOn: string | undefined;
};

/** Reads the page's address, and takes the token out of it at once, and so out of the history and any copy. */
export const takeAddress = (): Address => {
  const given = location.hash.slice(1);
  if (given !== '') history.replaceState(null, '', location.pathname + location.search);
  const query = new URLSearchParams(location.search);
  return {
    token: given === '' ? undefined : (TOKEN.exec(given)?.[0] ?? null),
    isStepUp: query.has('step_up'),
    goOn: readWayOn(query.get('return') ?? ''),
  };
};

// Only paths of the service itself are gone to. The browser's own reading judges: it takes `/\host` and a tab between
// two slashes for another host.
const readWayOn = (path: string): string | undefined => {
  if (!path.startsWith('/')) return undefined;
  try {
    const { origin, href } = new URL(path, location.origin);
    return origin === location.origin ? href : undefined;
  } catch {
    return undefined;
  }
};
