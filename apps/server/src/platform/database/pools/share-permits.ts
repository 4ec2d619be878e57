/** Reads and transactions that one organisation has at once in a process, and the part of them for one session. */
export type Permits = { organisation: number; session: number };

/** Permits of an organisation in a small pool, too: two for one session, and one for its others. */
const FEWEST = 3;

/**
 * An organisation has a quarter of a process's connections. Transactions wait for each other's locks, such as that
 * of a session, and while they wait they hold a connection each: 40 writes to one session kept a neighbour's read
 * waiting for six seconds. One session has about half of these, so that a session that is stuck leaves the
 * organisation's others some.
 */
export const sharePermits = (poolSize: number): Permits => {
  const quarter = Math.max(FEWEST, Math.floor(poolSize / 4));
  // An organisation leaves at least one connection to others, however small the pool.
  const organisation = Math.max(1, Math.min(quarter, poolSize - 1));
  return { organisation, session: Math.ceil(organisation / 2) };
};
