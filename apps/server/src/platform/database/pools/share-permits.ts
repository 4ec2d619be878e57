export type Permits = { organisation: number; session: number };

/** In a small pool, too: two permits for one session, and one for the organisation's others. */
const FEWEST = 3;

/**
 * An organisation has a quarter of a process's connections. Transactions that wait for a lock, such as a session's,
 * hold a connection each: 40 writes to one session kept a neighbour's read waiting for six seconds. One session has
 * about half of the quarter, so that a stuck session leaves some to the others.
 */
export const sharePermits = (poolSize: number): Permits => {
  const quarter = Math.max(FEWEST, Math.floor(poolSize / 4));
  // At least one connection is left to others, however small the pool.
  const organisation = Math.max(1, Math.min(quarter, poolSize - 1));
  return { organisation, session: Math.ceil(organisation / 2) };
};
