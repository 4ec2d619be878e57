/** Runs work of one key one after the other, in the order of the calls; other keys don't wait. */
export type Mutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Makes a mutex for calls that would wait for one row's lock. Waiting there, each would hold a connection of the pool,
 * and a flood with one key would leave none to others. The mutex saves connections only: exactness is the row lock's to
 * give.
 */
export const createMutex = (): Mutex => {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work);
    const settled = turn
      .catch(() => {})
      .then(() => {
        if (last.get(key) === settled) last.delete(key);
      });
    last.set(key, settled);
    return turn;
  };
};
