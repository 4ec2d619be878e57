const TOKEN = /^[\w-]{43}$/;
/** Anything but an id of a connection would lead to another path of the service. */
const CONNECTION = /^[\da-f-]{36}$/;

type Address = {
  /** null for a link that is not whole, undefined without one. */
  token: string | null | undefined;
  isStepUp: boolean;
  /** The word with which the service sends back who was not signed in by their company. */
  refused: string | null;
  isTest: boolean;
  /** The connection to which a tile of a company's provider leads. */
  connection: string | undefined;
  goOn: string | undefined;
};

/** The token leaves the address at once, and with it the history and any copy. */
export const takeAddress = (): Address => {
  const given = location.hash.slice(1);
  if (given !== '') history.replaceState(null, '', location.pathname + location.search);
  const query = new URLSearchParams(location.search);
  return {
    token: given === '' ? undefined : (TOKEN.exec(given)?.[0] ?? null),
    isStepUp: query.has('step_up'),
    refused: query.get('refused'),
    isTest: query.has('sso_test'),
    connection: CONNECTION.exec(query.get('company') ?? '')?.[0],
    goOn: readWayOn(query.get('return') ?? ''),
  };
};

// The browser's own reading of the path judges it: `/\host`, or a tab between two slashes, leads to another host.
const readWayOn = (path: string): string | undefined => {
  if (!path.startsWith('/')) return undefined;
  try {
    const { origin, href } = new URL(path, location.origin);
    return origin === location.origin ? href : undefined;
  } catch {
    return undefined;
  }
};
