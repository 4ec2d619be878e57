export type Mutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * For calls that would wait for one row's lock: waiting there, each would hold a connection of the pool, and a flood
 * with one key would leave none to others. The mutex saves connections only; the row lock is what makes it exact.
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
